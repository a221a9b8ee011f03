/**
 * The look of the controls: colours are those of the text around them, so they are light and dark as
 * their page is. Every rule can be overridden by one class.
 */
export const controlsStyle = `
.billow-controls{display:flex;flex-wrap:wrap;gap:.5rem;font:inherit;color:inherit;line-height:1.4}
.billow-controls button,.billow-play{display:inline-flex;align-items:center;justify-content:center;gap:.45em;min-width:2.25rem;min-height:2.25rem;padding:0 .9rem;border:1px solid currentcolor;border-radius:.5rem;background:none;color:inherit;font:inherit;cursor:pointer}
.billow-controls button:hover{background:color-mix(in srgb,currentcolor 14%,transparent)}
.billow-controls button[aria-pressed=true]{box-shadow:inset 0 0 0 2px currentcolor;font-weight:600}
.billow-controls button[aria-disabled=true]{opacity:.45;cursor:default}
.billow-controls :focus-visible,.billow-play:focus-visible{outline:3px solid #3b7dd8;outline-offset:2px}
.billow-controls svg,.billow-play svg{width:1em;height:1em;fill:currentcolor;flex:none}
.billow-play{position:absolute;inset:0;margin:auto;width:max-content;height:max-content;min-height:3.5rem;padding:0 1.6rem;border:2px solid #fff;border-radius:2rem;background:#1f2328;color:#fff;font-size:1.15em;box-shadow:0 2px 16px #0006}
.billow-play:hover{background:#3a4048}
`
