/** The size of a picture (its own pixels). */
export interface Size {
  width: number
  height: number
}

/** A square of a picture (its own pixels). */
export interface Crop {
  left: number
  top: number
  side: number
}

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** The same square, moved into the picture. */
const within = ({ width, height }: Size, { left, top, side }: Crop): Crop => ({
  left: between(left, 0, width - side),
  top: between(top, 0, height - side),
  side,
})

/** The largest square in a picture's middle. */
export function centred({ width, height }: Size): Crop {
  const side = Math.min(width, height)
  return { left: (width - side) / 2, top: (height - side) / 2, side }
}

/** A square moved by so many of the picture's pixels, as far as the picture goes. */
export const movedCrop = (size: Size, crop: Crop, right: number, down: number): Crop =>
  within(size, { ...crop, left: crop.left + right, top: crop.top + down })

/** A square of the same middle, `zoom` times (1 to `most`) as near as the largest one. */
export function zoomed(size: Size, crop: Crop, zoom: number, most: number): Crop {
  const side = Math.min(size.width, size.height) / between(zoom, 1, most)
  const by = (crop.side - side) / 2
  return within(size, { left: crop.left + by, top: crop.top + by, side })
}
