/**
 * The look of the chooser: colours are those of the text around it, so it is light and dark as its
 * page is. Every rule can be overridden by one class.
 */
export const chooserStyle = `
.billow-shaders{font:inherit;color:inherit;line-height:1.4;container-type:inline-size}
.billow-shaders *{box-sizing:border-box}
.billow-shaders fieldset{border:0;margin:0 0 .75em;padding:0;min-width:0}
.billow-shaders legend{font-weight:600;padding:0;margin-bottom:.35em}
.billow-shaders-options{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.4rem,1fr));gap:.4rem}
.billow-shaders-option{position:relative;display:flex;flex-direction:column;align-items:center;gap:.2rem;min-height:5.5rem;padding:.4rem .25rem;border:1px solid color-mix(in srgb,currentcolor 35%,transparent);border-radius:.5rem;text-align:center;font-size:.82em;line-height:1.2;cursor:pointer;overflow-wrap:anywhere;hyphens:auto}
.billow-shaders-option canvas{width:3.5rem;height:3.5rem}
.billow-shaders-option input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.billow-shaders-option:hover{border-color:currentcolor}
.billow-shaders-option:has(:checked){border-color:currentcolor;box-shadow:inset 0 0 0 2px currentcolor;font-weight:600}
.billow-shaders :focus-visible,.billow-shaders-option:has(:focus-visible){outline:3px solid #3b7dd8;outline-offset:2px}
.billow-shaders-description{margin:0 0 1em}
.billow-shaders-field{display:grid;grid-template-columns:minmax(0,11em) minmax(0,1fr) 5em 2rem;align-items:center;gap:.25rem .6rem;min-height:2rem;margin:.15em 0}
.billow-shaders-field>:is(input,select){width:100%;min-width:0;font:inherit}
.billow-shaders-field>input[type=range]{accent-color:#3b7dd8;height:1.75rem}
.billow-shaders-field>input[type=checkbox]{accent-color:#3b7dd8;justify-self:start;width:1.5rem;height:1.5rem}
.billow-shaders-field>input[type=color]{width:3.5rem;height:2rem;padding:0;border:1px solid currentcolor;border-radius:.3rem;background:none}
.billow-shaders-field>output{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.billow-shaders-field>.billow-shaders-reset{grid-column:4}
.billow-shaders-field>.billow-shaders-wide{grid-column:2/4}
.billow-shaders-axes{grid-column:1/4;display:grid;gap:.1rem}
.billow-shaders-axes>span{font:inherit}
.billow-shaders-axes .billow-shaders-field{grid-template-columns:minmax(0,11em) minmax(0,1fr) 5em;padding-left:.75em}
.billow-shaders button,.billow-shaders-file{min-height:2rem;padding:0 .7rem;border:1px solid currentcolor;border-radius:.4rem;background:none;color:inherit;font:inherit;cursor:pointer}
.billow-shaders button:hover{background:color-mix(in srgb,currentcolor 14%,transparent)}
.billow-shaders button[aria-disabled=true]{opacity:.45;cursor:default}
.billow-shaders .billow-shaders-reset{padding:0;width:2rem}
.billow-shaders-image{padding:.5rem;border:1px dashed currentcolor;border-radius:.5rem}
.billow-shaders-image[data-over=true]{background:color-mix(in srgb,currentcolor 14%,transparent)}
.billow-shaders-image p{margin:.25rem 0}
.billow-shaders-image input{max-width:100%;font:inherit;color:inherit}
.billow-shaders-error{font-weight:600}
@container (max-width:26rem){.billow-shaders-field,.billow-shaders-axes .billow-shaders-field{grid-template-columns:minmax(0,1fr) 5em 2rem}.billow-shaders-field>label,.billow-shaders-field>.billow-shaders-name{grid-column:1/3}.billow-shaders-field>:is(input,select){grid-column:1}.billow-shaders-field>output{grid-column:2}.billow-shaders-field>.billow-shaders-reset{grid-column:3}.billow-shaders-field>.billow-shaders-wide{grid-column:1/3}.billow-shaders-axes{grid-column:1/3}}
`
