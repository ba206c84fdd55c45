import { DEVICE_CHANNEL } from '#localdb/device.ts'
import type { Channel } from '#worker/env/env.ts'
import type { Worker } from '#worker/create-worker.ts'
import type { Disk } from './storage.ts'

/** The parts of a tab that its page uses. */
export interface PageWorld {
  worker: Worker
  disk: Disk
  indexedDB: IDBFactory
  channel(name: string): Channel
  later(ms: number, run: () => void): void
  report(error: unknown): void
}

const RETRY = 500

/**
 * The page beside a worker (as in src/data): it asks whose databases are open, reads from them, and asks again when it
 * hears of another person or when they are closed under it.
 */
export class Page {
  /** The owner of the rows that it shows. */
  shows: string | undefined
  #reading: { name: string; connection: IDBDatabase } | undefined
  readonly #w: PageWorld

  constructor(world: PageWorld) {
    this.#w = world
    world.channel(DEVICE_CHANNEL).listen(() => void this.settle())
    void this.settle()
  }

  async settle(): Promise<void> {
    try {
      const { uid, userDb } = await this.#w.worker.ready()
      this.shows = uid
      this.#read(userDb)
    } catch (error) {
      this.#w.report(error)
    }
  }

  #read(name: string): void {
    if (this.#reading?.name === name) return
    this.#reading?.connection.close()
    this.#reading = undefined
    const again = (): void => this.#w.later(RETRY, () => void this.settle())
    // Opening a missing database would create it.
    if (!this.#w.disk.databases.get(name)?.version) return again()
    const request = this.#w.indexedDB.open(name)
    request.onerror = again
    request.onsuccess = () => {
      const connection = request.result
      this.#reading?.connection.close()
      this.#reading = { name, connection }
      const lost = (): void => {
        connection.close()
        if (this.#reading?.connection !== connection) return
        this.#reading = undefined
        void this.settle()
      }
      connection.onversionchange = lost
      connection.onclose = lost
    }
  }
}
