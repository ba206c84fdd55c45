import { pictureForms, pictureUrl, pictureWidths, type PictureForm } from '#contract/pictures/urls.ts'

/** Which of the site's addresses the service worker answers, and how: pure functions of a URL's path. */

const PICTURE = new RegExp(`^/media/(.+)/(\\d+)\\.(${pictureForms.join('|')})$`)

/** Screens: all that is neither the API, a picture nor a file. They are answered with the precached index.html. */
export const isScreen = (path: string): boolean => !/^\/(api|media)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path)

/** A product picture, which never changes under its address. */
export const isPicture = (path: string): boolean => PICTURE.test(path)

/** A file whose name carries a hash of its bytes: a chunk of this version of the page or of the one before. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/')

/** The language of a file of texts (scripts/build/texts-plugin.ts); undefined for every other file. */
export const languageOfTexts = (path: string): string | undefined =>
  /^\/assets\/texts-.+-([A-Za-z]+)-[\w-]{8}\.js$/.exec(path)?.[1]

/** A part of the worker that is loaded when it is first needed; none of them belongs to one screen. */
export const isWorkerPart = (path: string): boolean => path.startsWith('/assets/worker-part-')

/**
 * For whom a file is kept ahead (scripts/build/chunks.ts): what the operator's staff see is for nobody, because it
 * needs the network; what only makes sense for a `person` waits until somebody has signed in.
 */
export const circleOf = (path: string): 'all' | 'person' | 'nobody' =>
  /^\/assets\/(worker-part-)?staff-/.test(path)
    ? 'nobody'
    : /^\/assets\/(person|worker-part-(desks|goods|wallet)|texts-(own|trade))-/.test(path)
      ? 'person'
      : 'all'

/** The texts that the app says wherever a visit begins, in one language. */
export const isStartTexts = (path: string): boolean => path.startsWith('/assets/texts-start-')

/** The address of the same picture one size smaller; undefined where there is none. */
export function oneSmaller(path: string): string | undefined {
  const match = PICTURE.exec(path)
  const width = match && pictureWidths.findLast((other) => other < Number(match[2]))
  return width ? pictureUrl(match[1]!, width, match[3] as PictureForm) : undefined
}

/**
 * The addresses of the same picture in the other form and in other sizes, the next larger first: one of them stands in
 * when the wanted one cannot be had.
 */
export function alternatives(path: string): string[] {
  const match = PICTURE.exec(path)
  if (!match) return []
  const [, src, width, form] = match as unknown as [string, string, string, PictureForm]
  const wanted = Number(width)
  const larger = pictureWidths.filter((other) => other >= wanted).toSorted((a, b) => a - b)
  const smaller = pictureWidths.filter((other) => other < wanted).toSorted((a, b) => b - a)
  const forms = pictureForms.toSorted((a) => (a === form ? -1 : 1))
  return [...larger, ...smaller]
    .flatMap((other) => forms.map((as) => pictureUrl(src, other, as)))
    .filter((other) => other !== path)
}
