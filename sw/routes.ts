import { pictureWidths } from '#contract/rules/pictures.ts'

/** Which of the site's addresses the service worker answers, and how: pure functions of a URL's path. */

const PICTURE = /^\/media\/(.+)\/(\d+)\.webp$/

/** Screens: all that is neither the API, a picture nor a file. They are answered with the precached index.html. */
export const isScreen = (path: string): boolean => !/^\/(api|media)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path)

/** A product picture, which never changes under its address. */
export const isPicture = (path: string): boolean => PICTURE.test(path)

/** A file whose name carries a hash of its bytes: a chunk of this version of the page or of the one before. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/')

/**
 * The addresses of the same picture in other sizes, the next larger first: one of them stands in when the wanted one
 * cannot be had.
 */
export function otherSizes(path: string): string[] {
  const match = PICTURE.exec(path)
  if (!match) return []
  const wanted = Number(match[2])
  const others = pictureWidths.filter((width) => width !== wanted)
  const larger = others.filter((width) => width > wanted).toSorted((a, b) => a - b)
  const smaller = others.filter((width) => width < wanted).toSorted((a, b) => b - a)
  return [...larger, ...smaller].map((width) => `/media/${match[1]}/${width}.webp`)
}
