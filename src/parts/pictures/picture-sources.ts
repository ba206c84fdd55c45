import { pictureUrl, pictureWidths } from '#contract/pictures/urls.ts'
import type { PictureSource } from '../../ui/blocks/picture.tsx'

/** The available sizes of a picture, smallest first, for the kit's Picture; empty without a picture. */
export const pictureSources = (picture: { src: string } | null | undefined): PictureSource[] =>
  picture
    ? pictureWidths.map((width) => ({
        src: pictureUrl(picture.src, width, 'avif'),
        plain: pictureUrl(picture.src, width, 'webp'),
        width,
      }))
    : []
