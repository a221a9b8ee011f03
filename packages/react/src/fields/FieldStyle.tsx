'use client'
/**
 * The look of fields, once for a page: colours are those of the text around them, so they are light and
 * dark as their page is, and lengths follow its font. Every rule can be overridden by one class.
 */
import type { ReactNode } from 'react'

const fieldStyle = `
.billow-fields{font:inherit;color:inherit;line-height:1.4;container-type:inline-size}
.billow-fields *{box-sizing:border-box}
.billow-fields fieldset{border:0;margin:0 0 .75em;padding:0;min-width:0}
.billow-fields legend{font-weight:600;padding:0;margin-bottom:.35em}
.billow-fields :focus-visible{outline:3px solid #3b7dd8;outline-offset:2px}
.billow-fields button{min-height:2rem;padding:0 .7rem;border:1px solid currentcolor;border-radius:.4rem;background:none;color:inherit;font:inherit;cursor:pointer}
.billow-fields button:hover{background:color-mix(in srgb,currentcolor 14%,transparent)}
.billow-fields button[aria-disabled=true]{opacity:.45;cursor:default}
.billow-field{display:grid;grid-template-columns:minmax(0,10.5em) minmax(0,1fr) 2rem;align-items:center;gap:.1rem .6rem;min-height:2rem;margin:.15em 0}
.billow-field-head{display:flex;align-items:center;gap:.4em;min-width:0;overflow-wrap:break-word;hyphens:auto}
.billow-field-input{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .45rem;min-width:0}
.billow-field-input>input[type=range]{flex:1 1 5em;min-width:0;height:1.75rem;margin:0;accent-color:#3b7dd8}
.billow-field-input>input[type=number]{flex:0 1 6.2em;width:6.2em;min-width:0;min-height:1.75rem;padding:0 .3em;border:1px solid color-mix(in srgb,currentcolor 60%,transparent);border-radius:.3rem;background:none;color:inherit;font:inherit;font-variant-numeric:tabular-nums;text-align:right}
.billow-field-input>input[type=number][aria-invalid=true]{border:2px solid #d0402b}
.billow-field-unit{flex:0 0 3.1em;white-space:nowrap}
.billow-field-input>input[type=checkbox]{width:1.5rem;height:1.5rem;margin:.2rem 0;accent-color:#3b7dd8}
.billow-fields select{flex:1 1 8em;width:100%;min-width:0;min-height:2rem;font:inherit}
.billow-field-input>input[type=color]{width:3.5rem;height:2rem;padding:0;border:1px solid currentcolor;border-radius:.3rem;background:none}
.billow-fields .billow-field-reset{grid-column:-2/-1;grid-row:1;width:2rem;padding:0}
.billow-fields .billow-field-explain{flex:none;width:1.9em;height:1.9em;min-width:24px;min-height:24px;padding:0;border-radius:50%;font-size:.85em;line-height:1}
.billow-field-description,.billow-field-problem{margin:0 0 .4em;font-size:.92em}
.billow-field-description{grid-column:1/-1}
.billow-field-problem{flex:1 0 100%;padding-left:.5em;border-left:3px solid #d0402b;font-weight:600}
.billow-field-axes{grid-column:1/-1;grid-row:2;padding-left:.75em}
.billow-field[role=group]>.billow-field-head{grid-column:1/-2}
.billow-panel-preset{margin-bottom:.9em}
.billow-field-axis{display:grid;grid-template-columns:minmax(0,9.75em) minmax(0,1fr);align-items:center;gap:.1rem .6rem;min-height:2rem}
.billow-fields-title{margin:0 0 .6em;font-size:1.1em;font-weight:600}
.billow-fields-said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@container (max-width:27em){.billow-field{grid-template-columns:minmax(0,1fr) 2rem}.billow-field-input{grid-column:1/-1;grid-row:2}.billow-field-axis{grid-template-columns:minmax(2.6em,auto) minmax(0,1fr)}.billow-field-axis .billow-field-input{grid-column:2;grid-row:1}}
`

export function FieldStyle(): ReactNode {
  return (
    <style href="billow-fields" precedence="low">
      {fieldStyle}
    </style>
  )
}
