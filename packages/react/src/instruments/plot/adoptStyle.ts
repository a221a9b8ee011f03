/**
 * A style sheet for a document, or a shadow tree, as long as somebody needs it. Made by script and not by an
 * element, so that pages whose security policy allows styles from files only show it, too.
 */

interface Adopted {
  readonly sheet: CSSStyleSheet
  users: number
}

const adopted = /* @__PURE__ */ new WeakMap<object, Map<string, Adopted>>()

/** @returns takes it away again */
export function adoptStyle(element: Element, css: string): () => void {
  const root = element.getRootNode() as Document | ShadowRoot
  const sheets = adopted.get(root) ?? new Map<string, Adopted>()
  adopted.set(root, sheets)
  let known = sheets.get(css)
  if (!known) {
    // That of the window which the document is of: others are refused.
    const { CSSStyleSheet: Sheet } = element.ownerDocument.defaultView ?? window
    known = { sheet: new Sheet(), users: 0 }
    known.sheet.replaceSync(css)
    sheets.set(css, known)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, known.sheet]
  }
  known.users++
  const { sheet } = known
  return () => {
    known.users--
    if (known.users > 0) return
    sheets.delete(css)
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
