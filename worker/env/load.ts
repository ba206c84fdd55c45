/** A part of this program that is loaded when it is needed could not be: on a first visit, before it is precached. */
export class NotLoaded extends Error {
  override name = 'NotLoaded'
}

let listener: () => void = () => undefined
/**
 * Tells when a part could not be loaded. Engines remember that for as long as a worker lives, so that only another one
 * can load it.
 */
export const onNotLoaded = (tell: () => void): void => {
  listener = tell
}

/**
 * A part that is being imported.
 *
 * @throws NotLoaded
 */
export const load = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    listener()
    throw new NotLoaded('a part of the worker could not be loaded', { cause })
  })
