import { constants, setPriority } from 'node:os'
import type { PictureForm } from '#contract/rules/pictures.ts'
import { encode, type Original } from './encode.ts'

// A process of its own, so that it can run at the lowest priority: it takes what the market leaves of the processors.

/** A picture to encode. */
export interface Order {
  original: Original
  width: number
  form: PictureForm
}
/** Its bytes, or in words why there are none. */
export type Made = { bytes: Uint8Array } | { error: string }

// Threads begin with the priority of the one that begins them.
setPriority(constants.priority.PRIORITY_LOW)
process.on('message', ({ original, width, form }: Order) => {
  const tell = (made: Made): void => {
    // Nobody hears it any more when the market ended meanwhile.
    process.send?.(made, undefined, undefined, () => undefined)
  }
  encode(original, width, form).then(
    (bytes) => tell({ bytes }),
    (error: unknown) => tell({ error: String(error) }),
  )
})
// Ctrl-C goes to everybody at the terminal. The market ends this process when it ends itself, however that happens.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))
