import { expect, it } from 'vitest'
import { PICTURE_CACHE, pictureUrl, pictureWidths } from './pictures.ts'

it('addresses a picture by its source and width: service workers and caches of earlier versions know it so', () => {
  expect(pictureWidths.map((width) => pictureUrl('p/12', width))).toEqual([
    '/media/p/12/160.webp',
    '/media/p/12/360.webp',
    '/media/p/12/720.webp',
  ])
  expect(PICTURE_CACHE).toBe('caravan-pictures')
})
