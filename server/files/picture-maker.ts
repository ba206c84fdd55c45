import { createHelper } from './helper.ts'
import type { Bounds } from '../turns/bounds.ts'
import { createTurns } from '../turns/turns.ts'
import type { KeptPicture } from './make-picture.ts'

/** Pictures are made one after another; so many files wait for it. */
const WAITING = 64

/**
 * Makes a picture of a file (make-picture.ts) in its person's turn; without `picture` it is none. Undefined where too
 * many wait, or it could not be made now.
 */
export type MakePicture = (bytes: Uint8Array, who: string) => Promise<{ picture: KeptPicture | undefined } | undefined>

/** Makes pictures in a process of its own; `bounds` is where it lists what may wait. */
export function createPictureMaker(bounds?: Bounds): MakePicture {
  const inTurn = createTurns(1, WAITING, bounds, 'Files that wait to be made a picture')
  const maker = createHelper<Uint8Array, KeptPicture | undefined>(new URL('picture-process.ts', import.meta.url))
  return async (bytes, who) =>
    inTurn(async () => {
      const picture = await maker.ask(bytes)
      return { picture: picture && { ...picture, bytes: Buffer.from(picture.bytes) } }
    }, who).catch((error: unknown) => {
      // It took too long, or all the memory there was: it may succeed later.
      console.error('A picture could not be made', error)
      return undefined
    })
}
