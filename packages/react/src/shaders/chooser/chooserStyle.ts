/**
 * The look of the chooser, beside that of fields: colours are those of the text around it, so it is light
 * and dark as its page is. Every rule can be overridden by one class.
 */
export const chooserStyle = `
.billow-shaders-options{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.4rem,1fr));gap:.4rem}
.billow-shaders-option{position:relative;display:flex;flex-direction:column;align-items:center;gap:.2rem;min-height:5.5rem;padding:.4rem .25rem;border:1px solid color-mix(in srgb,currentcolor 35%,transparent);border-radius:.5rem;text-align:center;font-size:.82em;line-height:1.2;cursor:pointer;overflow-wrap:anywhere;hyphens:auto}
.billow-shaders-option canvas{width:3.5rem;height:3.5rem}
.billow-shaders-option input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.billow-shaders-option:hover{border-color:currentcolor}
.billow-shaders-option:has(:checked){border-color:currentcolor;box-shadow:inset 0 0 0 2px currentcolor;font-weight:600}
.billow-shaders-option:has(:focus-visible){outline:3px solid #3b7dd8;outline-offset:2px}
.billow-shaders-description{margin:0 0 1em}
.billow-shaders-image{flex:1;min-width:0;padding:.5rem;border:1px dashed currentcolor;border-radius:.5rem}
.billow-shaders-image[data-over=true]{background:color-mix(in srgb,currentcolor 14%,transparent)}
.billow-shaders-image p{margin:.25rem 0}
.billow-shaders-image input{max-width:100%;font:inherit;color:inherit}
.billow-shaders-error{font-weight:600}
`
