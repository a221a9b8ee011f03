/**
 * Tells a mistyped setting (`widn="4"`) from the attributes that HTML, frameworks and scripts put
 * on any element, so that only the first is reported.
 */

/** Attributes of every HTML element, and the sizes that people are used to give. */
const HTML_ATTRIBUTES = new Set(
  (
    'accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable ' +
    'enterkeyhint exportparts height hidden id inert inputmode is itemid itemprop itemref ' +
    'itemscope itemtype lang nonce part popover role slot spellcheck style tabindex title ' +
    'translate width writingsuggestions'
  ).split(' '),
)

/** Names with a hyphen, colon or the like belong to a framework, those with on- to a script. */
export function isForeign(name: string): boolean {
  return !/^[a-z]+$/.test(name) || name.startsWith('on') || HTML_ATTRIBUTES.has(name)
}
