/** Picture widths the server makes, in CSS-independent pixels. */
export const pictureWidths = [160, 360, 720] as const

/**
 * The forms of a picture. At an address of `avif` the server answers AVIF once it is made and if it is smaller, until
 * then WebP; at one of `webp` always WebP.
 */
export const pictureForms = ['avif', 'webp'] as const
export type PictureForm = (typeof pictureForms)[number]

/** The address of a picture at one of the widths; made on first request. */
export const pictureUrl = (src: string, width: (typeof pictureWidths)[number], form: PictureForm): string =>
  `/media/${src}/${width}.${form}`

/** The cache in which a device keeps pictures: filled by its service worker, emptied when the person frees space. */
export const PICTURE_CACHE = 'caravan-pictures'
