/** Registers the elements by being loaded. This is what the file for pages, billow-embed.js, does. */
import { defineBillowElements } from './defineElements.js'

defineBillowElements()
