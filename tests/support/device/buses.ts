import type { Channel } from '#worker/env/env.ts'

/** One end of a channel: whether it may speak, and how words reach it and leave it. */
export interface BusEnd {
  speaks(): boolean
  /** Hands one word on to one other end. */
  passes(hear: () => void): void
  /** Hands one word to the listener at this end. */
  hears(hear: () => void): void
}

/** The broadcast channels of one device, by name. */
export class Buses {
  readonly #buses = new Map<string, Set<{ owner: object; hear(message: unknown): void }>>()

  join(name: string, end: BusEnd): Channel {
    const owner = {}
    const bus = this.#buses.get(name) ?? new Set()
    this.#buses.set(name, bus)
    return {
      post: (message) => {
        if (!end.speaks()) return
        for (const other of [...bus]) if (other.owner !== owner) end.passes(() => other.hear(message))
      },
      listen: (listener) => bus.add({ owner, hear: (message) => end.hears(() => listener(message)) }),
      close: () => {
        for (const other of [...bus]) if (other.owner === owner) bus.delete(other)
      },
    }
  }
}
