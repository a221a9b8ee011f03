/** The names of the elements. */
import { BillowCloth } from './BillowCloth.js'

/**
 * Registers `<billow-cloth>`. Safe to call twice, on a page that loads two versions (the first one
 * stays), and where there are no custom elements, as on a server.
 */
export function defineBillowElements(): void {
  if (typeof customElements === 'undefined') return
  if (!customElements.get('billow-cloth')) customElements.define('billow-cloth', BillowCloth)
}
