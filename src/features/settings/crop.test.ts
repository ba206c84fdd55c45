import { expect, it } from 'vitest'
import { centred, movedCrop, zoomed } from './crop.ts'

const wide = { width: 400, height: 200 }

it('begins with the largest square in the middle', () => {
  expect(centred(wide)).toEqual({ left: 100, top: 0, side: 200 })
  expect(centred({ width: 200, height: 400 })).toEqual({ left: 0, top: 100, side: 200 })
})

it('moves as far as the picture goes', () => {
  const crop = centred(wide)
  expect(movedCrop(wide, crop, 50, 10)).toEqual({ left: 150, top: 0, side: 200 })
  expect(movedCrop(wide, crop, 900, 0)).toEqual({ left: 200, top: 0, side: 200 })
  expect(movedCrop(wide, crop, -900, 0)).toEqual({ left: 0, top: 0, side: 200 })
})

it('zooms about the middle of what is seen, never past the picture', () => {
  const near = zoomed(wide, centred(wide), 2, 4)
  expect(near).toEqual({ left: 150, top: 50, side: 100 })
  expect(zoomed(wide, near, 100, 4).side).toBe(50)
  const corner = movedCrop(wide, near, 900, 900)
  expect(corner).toEqual({ left: 300, top: 100, side: 100 })
  expect(zoomed(wide, corner, 0, 4)).toEqual({ left: 200, top: 0, side: 200 })
})
