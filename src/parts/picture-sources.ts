import { pictureUrl, pictureWidths } from '#contract/rules/pictures.ts'

/** The available sizes of a picture, smallest first, for the kit's Picture; empty without a picture. */
export const pictureSources = (picture: { src: string } | null | undefined): { src: string; width: number }[] =>
  picture ? pictureWidths.map((width) => ({ src: pictureUrl(picture.src, width), width })) : []
