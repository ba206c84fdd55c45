import { constants, setPriority } from 'node:os'
import type { PictureForm } from '#contract/rules/pictures.ts'
import { encode } from './encode.ts'

// A process of its own, so that it can run at the lowest priority: it takes what the market leaves of the processors.

/** A drawing to encode. */
export interface Order {
  svg: string
  form: PictureForm
}
/** Its bytes, or in words why there are none. */
export type Made = { bytes: Uint8Array } | { error: string }

// Threads begin with the priority of the one that begins them.
setPriority(constants.priority.PRIORITY_LOW)
process.on('message', ({ svg, form }: Order) => {
  const tell = (made: Made): void => {
    // Nobody hears it any more when the market ended meanwhile.
    process.send?.(made, undefined, undefined, () => undefined)
  }
  encode(svg, form).then(
    (bytes) => tell({ bytes }),
    (error: unknown) => tell({ error: String(error) }),
  )
})
// Ctrl-C goes to everybody at the terminal. The market ends this process when it ends itself, however that happens.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))
