/**
 * The look of plots: text has the colour of the page, so it is light and dark as that is. The second half is
 * what the chart needs to lie in its place.
 */
export const plotStyle = `
.billow-plot{font:inherit;color:inherit;line-height:1.35;margin:0;min-width:0}
.billow-plot *{box-sizing:border-box}
.billow-plot figcaption{font-weight:600}
.billow-plot-bar{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .5rem}
.billow-plot button{min-height:1.85rem;padding:.1rem .6rem;border:1px solid currentcolor;border-radius:.4rem;background:none;color:inherit;font:inherit;font-size:.86em;cursor:pointer}
.billow-plot button:hover{background:color-mix(in srgb,currentcolor 14%,transparent)}
.billow-plot-bar button[aria-pressed=true]{box-shadow:inset 0 0 0 2px currentcolor;font-weight:600}
.billow-plot :focus-visible{outline:3px solid #3b7dd8;outline-offset:2px}
.billow-plot-chart{position:relative;min-width:0;margin:.35rem 0;overflow:hidden;border-radius:.3rem}
.billow-plot-lines{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,12rem),1fr));gap:.3rem;margin:0;padding:0;list-style:none}
.billow-plot-lines button{display:flex;flex-wrap:wrap;width:100%;align-items:center;gap:0 .4rem;border-color:color-mix(in srgb,currentcolor 35%,transparent);text-align:left}
.billow-plot-lines button[aria-pressed=false]{text-decoration:line-through}
.billow-plot-lines button[aria-pressed=false] svg{opacity:.3}
.billow-plot-lines svg{flex:none;width:2.2rem;height:.8rem}
.billow-plot-lines span:last-child{font-variant-numeric:tabular-nums;margin-left:auto;white-space:nowrap}
.billow-plot-time{flex:1 1 auto;font-size:.86em;font-variant-numeric:tabular-nums}
.billow-plot-hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.billow-plot .uplot,.billow-plot .u-wrap{position:relative}
.billow-plot .u-wrap{user-select:none}
.billow-plot :is(.u-over,.u-under,.u-axis,.u-select,.u-cursor-x,.u-cursor-y,.u-cursor-pt){position:absolute}
.billow-plot .u-under{overflow:hidden}
.billow-plot .uplot canvas{display:block;width:100%;height:100%}
.billow-plot :is(.u-select,.u-cursor-x,.u-cursor-y,.u-cursor-pt){top:0;left:0;pointer-events:none}
.billow-plot .u-cursor-x{height:100%;border-left:1px solid currentcolor}
.billow-plot .u-cursor-pt{border-radius:50%;border:0 solid}
.billow-plot .u-off{display:none}
`
