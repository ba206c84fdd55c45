import { expect, it } from 'vitest'
import { faultOf, sharpness, type Grey } from './check-picture.ts'

const [width, height] = [160, 120]
const draw = (value: (x: number, y: number) => number): Grey => ({
  width,
  height,
  values: Uint8Array.from({ length: width * height }, (_, n) => value(n % width, Math.floor(n / width))),
})
/** Lines of letters: dark strokes on light paper. */
const letters = draw((x, y) => (y % 12 < 7 && (x * 7 + (y % 12) * 3) % 5 < 2 ? 30 : 220))
/** The same through a lens that is out of focus: each point the mean of its surroundings. */
const unsharp = (grey: Grey, radius: number): Grey =>
  draw((x, y) => {
    let [sum, count] = [0, 0]
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) {
        const [at, down] = [x + dx, y + dy]
        if (at < 0 || down < 0 || at >= width || down >= height) continue
        sum += grey.values[down * width + at]!
        count++
      }
    return sum / count
  })
const large = { width: 1600, height: 1200 }

it('sharpness falls with every step out of focus', () => {
  const [sharp, soft, softer] = [letters, unsharp(letters, 1), unsharp(letters, 4)].map(sharpness)
  expect(sharp).toBeGreaterThan(soft! * 3)
  expect(soft).toBeGreaterThan(softer! * 3)
  expect(sharpness({ width: 2, height: 2, values: new Uint8Array(4) })).toBe(0)
})

it('a sharp, large, light picture has no fault; each lack is named', () => {
  expect(faultOf(large, letters)).toBeUndefined()
  expect(faultOf(large, unsharp(letters, 4))).toBe('blurred')
  expect(faultOf({ width: 1200, height: 599 }, letters)).toBe('small')
  expect(faultOf({ width: 700, height: 899 }, letters)).toBe('small')
  expect(faultOf({ width: 600, height: 900 }, letters)).toBeUndefined()
  expect(
    faultOf(
      large,
      draw(() => 20),
    ),
  ).toBe('dark')
})
