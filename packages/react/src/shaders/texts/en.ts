/** English texts of the chooser. */
import type { ChooserTexts } from './ChooserTexts.js'

export const english: ChooserTexts = {
  language: 'en',
  shader: 'Shader',
  drop: 'or drop one here: PNG, JPEG, WebP or AVIF',
  ownImage: (name) => `Your image ${name}`,
  madeImage: 'Made in code',
  imageErrors: {
    type: (type) =>
      `This is no PNG, JPEG, WebP or AVIF image, but ${type}. Save it as one of these.`,
    size: (size, largest) =>
      `The image has ${size} MB, at most ${largest} MB work. Make it smaller.`,
    broken: 'This image cannot be read: it may be damaged. Save it anew and try again.',
  },
}
