import { pictureUrl, pictureWidths } from '#contract/rules/pictures.ts'

/** The sizes in which a picture can be had, smallest first, for the kit's Picture; none for no picture. */
export const pictureSources = (picture: { src: string } | null | undefined): { src: string; width: number }[] =>
  picture ? pictureWidths.map((width) => ({ src: pictureUrl(picture.src, width), width })) : []
