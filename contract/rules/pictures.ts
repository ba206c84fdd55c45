/** Picture widths the server makes, in CSS-independent pixels. */
export const pictureWidths = [160, 360, 720] as const

/** The address of a picture at one of the widths; WebP, made on first request. */
export const pictureUrl = (src: string, width: (typeof pictureWidths)[number]): string => `/media/${src}/${width}.webp`

/** The cache in which a device keeps pictures: filled by its service worker, emptied when the person frees space. */
export const PICTURE_CACHE = 'caravan-pictures'
