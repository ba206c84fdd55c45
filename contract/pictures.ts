/** Picture widths the server makes, in CSS-independent pixels. */
export const pictureWidths = [160, 360, 720] as const

/** The address of a picture at one of the widths; WebP, made on first request. */
export const pictureUrl = (src: string, width: (typeof pictureWidths)[number]): string => `/media/${src}/${width}.webp`
