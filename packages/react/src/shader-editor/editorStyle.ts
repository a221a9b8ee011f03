/** The look of the editor: colours of the text around it, and of code by `color-scheme`. */
export const editorStyle = `
.billow-editor{font:inherit;color:inherit;line-height:1.4}
.billow-editor h2{font:inherit;font-weight:600;margin:0 0 .5em}
.billow-editor-bar{display:flex;flex-wrap:wrap;gap:.4rem;margin-bottom:.5rem}
.billow-editor button{min-height:2rem;padding:0 .7rem;border:1px solid currentcolor;border-radius:.4rem;background:none;color:inherit;font:inherit;cursor:pointer;text-align:start}
.billow-editor button:hover{background:color-mix(in srgb,currentcolor 14%,transparent)}
.billow-editor button[aria-pressed=true]{box-shadow:inset 0 0 0 1px currentcolor;font-weight:600}
.billow-editor :focus-visible{outline:3px solid #3b7dd8;outline-offset:2px}
.billow-editor-source{border:1px solid color-mix(in srgb,currentcolor 40%,transparent);border-radius:.4rem;overflow:hidden;font-size:.9em}
.billow-editor-source .cm-editor,.billow-editor-source textarea{height:20rem;background:transparent;color:inherit}
.billow-editor-source textarea{display:block;width:100%;box-sizing:border-box;border:0;padding:.5rem;font:13px/1.4 ui-monospace,monospace;resize:vertical}
.billow-editor-source .cm-gutters{background:color-mix(in srgb,currentcolor 7%,transparent);color:inherit;border:0}
.billow-editor-source .cm-content:focus-visible,.billow-editor-source textarea:focus-visible{outline:none}
.billow-editor-source:focus-within{outline:3px solid #3b7dd8;outline-offset:2px}
.billow-editor-source .cm-cursor{border-left-color:currentcolor}
.billow-editor-source .cm-selectionBackground{background:color-mix(in srgb,#3b7dd8 35%,transparent)!important}
.billow-editor-source .cm-tooltip{color:CanvasText;background:Canvas}
.billow-editor-messages{list-style:none;margin:.5rem 0 0;padding:0;display:grid;gap:.3rem}
.billow-editor-state{margin:.5rem 0 0}
.billow-glsl-keyword{color:light-dark(#8a1f5c,#ff9dcf)}
.billow-glsl-type{color:light-dark(#0b5a8a,#8ccbff)}
.billow-glsl-builtin{color:light-dark(#5b3fa8,#c9b6ff)}
.billow-glsl-comment{color:light-dark(#4d6154,#a3b8a9)}
.billow-glsl-number{color:light-dark(#86420a,#ffc38a)}
.billow-glsl-meta{color:light-dark(#5b4a00,#e3d27a)}
`
