/**
 * The look of the buttons of a hand: colours are those of the text around them, so they are light and dark
 * as their page is. Every rule can be overridden by one class.
 */
export const handsStyle = `
.billow-hands{display:grid;gap:.5rem;justify-items:start;font:inherit;color:inherit;line-height:1.4}
.billow-hands-state{margin:0;min-height:1.4em;font-weight:600;font-variant-numeric:tabular-nums}
.billow-hands-row{display:flex;flex-wrap:wrap;gap:.5rem}
.billow-hands-ways{display:grid;grid-template-columns:repeat(3,minmax(6.5rem,max-content));gap:.5rem}
.billow-hands button{display:inline-flex;align-items:center;justify-content:center;gap:.45em;min-width:2.25rem;min-height:2.25rem;padding:0 .9rem;border:1px solid currentcolor;border-radius:.5rem;background:none;color:inherit;font:inherit;cursor:pointer}
.billow-hands button:hover{background:color-mix(in srgb,currentcolor 14%,transparent)}
.billow-hands button[aria-pressed=true]{box-shadow:inset 0 0 0 2px currentcolor;font-weight:600}
.billow-hands button[aria-disabled=true]{opacity:.55;cursor:default}
.billow-hands :focus-visible{outline:3px solid #3b7dd8;outline-offset:2px}
.billow-hands svg{width:1em;height:1em;fill:currentcolor;flex:none}
`
