/**
 * The style sheet of the elements. It is constructed, not written into the page, so that a content
 * security policy without inline styles holds. Lengths are in px: a page's root font size is not
 * ours to follow.
 */
const css = `
:host {
  box-sizing: border-box;
  contain: content;
  display: block;
  position: relative;
  width: 100%;
  min-height: 200px;
  aspect-ratio: 8 / 5;
  border-radius: 8px;
}
:host([hidden]) {
  display: none;
}
.frame {
  --billow-backdrop-top: #f6f3ee;
  --billow-backdrop-bottom: #dcd6cb;
  --billow-surface: #fffffff2;
  --billow-text: #22262b;
  --billow-border: #00000026;
  --billow-hover: #0000000f;
  --billow-focus: #0b57d0;
  position: absolute;
  inset: 0;
  container-type: inline-size;
  color-scheme: light;
  color: var(--billow-text);
  font: 14px/1.4 system-ui, sans-serif;
  text-align: start;
  background: linear-gradient(var(--billow-backdrop-top), var(--billow-backdrop-bottom));
}
.frame[data-theme='dark'] {
  --billow-backdrop-top: #2a2f37;
  --billow-backdrop-bottom: #15181c;
  --billow-surface: #1d2127f2;
  --billow-text: #eceff3;
  --billow-border: #ffffff33;
  --billow-hover: #ffffff1f;
  --billow-focus: #8ab4f8;
  color-scheme: dark;
}
.picture,
.fallback {
  position: absolute;
  inset: 0;
}
.picture canvas {
  display: block;
  width: 100%;
  height: 100%;
  touch-action: manipulation;
  user-select: none;
  -webkit-user-select: none;
}
.fallback {
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: safe center;
  gap: 12px;
  overflow: auto;
  padding: 24px;
  text-align: center;
}
.fallback p {
  margin: 0;
  max-width: 60ch;
}
[hidden] {
  display: none !important;
}
.controls {
  position: absolute;
  left: 10px;
  bottom: 10px;
  display: flex;
  gap: 6px;
}
button {
  box-sizing: border-box;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  min-width: 36px;
  min-height: 36px;
  margin: 0;
  padding: 0 10px;
  border: 1px solid var(--billow-border);
  border-radius: 8px;
  background: var(--billow-surface);
  color: inherit;
  font: inherit;
  cursor: pointer;
}
button:hover {
  background-image: linear-gradient(var(--billow-hover), var(--billow-hover));
}
button:focus-visible {
  outline: 3px solid var(--billow-focus);
  outline-offset: 2px;
}
button svg {
  flex: none;
  width: 14px;
  height: 14px;
  fill: currentColor;
}
.notes {
  position: absolute;
  top: 10px;
  left: 10px;
  right: 10px;
  display: flex;
  align-items: start;
  gap: 10px;
  box-sizing: border-box;
  width: fit-content;
  max-height: 45%;
  overflow: auto;
  padding: 8px 8px 8px 12px;
  border: 1px solid var(--billow-border);
  border-radius: 8px;
  background: var(--billow-surface);
  font-size: 13px;
}
.notes ul {
  flex: 1;
  margin: 4px 0;
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
}
.notes button {
  flex: none;
  min-width: 28px;
  min-height: 28px;
  padding: 0;
}
@container (max-width: 420px) {
  .controls .name {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
}
@media (forced-colors: active) {
  button {
    border-color: ButtonText;
  }
}
`

let sheet: CSSStyleSheet | undefined

/** One sheet for all elements of the page. */
export function adoptStyles(root: ShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  root.adoptedStyleSheets = [sheet]
}
