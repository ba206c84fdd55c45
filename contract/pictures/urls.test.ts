import { expect, it } from 'vitest'
import { PICTURE_CACHE, pictureForms, pictureUrl, pictureWidths } from './urls.ts'

it('addresses a picture by source, width and form: service workers and caches of earlier versions know it so', () => {
  expect(pictureWidths.flatMap((width) => pictureForms.map((form) => pictureUrl('p/12', width, form)))).toEqual([
    '/media/p/12/160.avif',
    '/media/p/12/160.webp',
    '/media/p/12/360.avif',
    '/media/p/12/360.webp',
    '/media/p/12/720.avif',
    '/media/p/12/720.webp',
  ])
  expect(PICTURE_CACHE).toBe('caravan-pictures')
})
