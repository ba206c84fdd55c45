/** A part of this program that is loaded when it is needed could not be: on a first visit, before it is precached. */
export class NotLoaded extends Error {
  override name = 'NotLoaded'
}

/**
 * A part that is being imported.
 *
 * @throws NotLoaded
 */
export const load = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    throw new NotLoaded('a part of the worker could not be loaded', { cause })
  })
