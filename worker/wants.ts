import type { Input, Output } from '#contract/registry.ts'
import { seal } from '#localdb/seal.ts'
import type { WantName, WantOutcome } from './api.ts'
import type { Desk } from './desk.ts'
import type { Device } from './device.ts'
import { isClosed } from './storage-errors.ts'
import { applyCatalogue, type CatalogueWant } from './pull/catalogue.ts'
import { failed } from './failed.ts'

/** What the profile is sealed as. */
export const profileSealedAs = (uid: string) => ({ uid, id: 'profile', version: 1 })

/** Fetches rows on request; equal requests under way are one. */
export interface Wants {
  want<N extends WantName>(name: N, input: Input<N>): Promise<WantOutcome>
  /** Fetches the products in the cart and among the favourites that the device does not have, whoever brought them there. */
  missing(desk: Desk): Promise<void>
}

export function createWants(device: () => Device): Wants {
  const underWay = new Map<string, Promise<WantOutcome>>()

  const fetchNow = async <N extends WantName>(name: N, input: Input<N>, at: Desk): Promise<WantOutcome> => {
    const { env, exchange, catalogue } = device()
    const outcome = await exchange(name, input, at)
    if (outcome.kind !== 'accepted') return failed(outcome)
    if (name === 'user.profile') {
      const { person } = at
      // Another's answer is not this database's.
      if ((outcome.data as Output<'user.profile'>).userinfo.id !== person.uid) return { kind: 'unreachable' }
      const sealed = await seal(person.key, profileSealedAs(person.uid), outcome.data)
      await person.db.meta.put({ key: 'profile', sealed, at: env.now() })
    } else {
      const apply = applyCatalogue[name as CatalogueWant] as (db: unknown, input: unknown, output: unknown, at: number) => Promise<void>
      await apply(await catalogue(), input, outcome.data, env.now())
    }
    return { kind: 'fresh' }
  }
  // Closed while the answer was on its way (another person, storage taken away): it is worth asking again.
  const orAgain = (error: unknown): WantOutcome => {
    if (!isClosed(error)) throw error
    return { kind: 'unreachable' }
  }

  const wants: Wants = {
    async want(name, input) {
      const at = await device().desk()
      const key = `${at.person.uid} ${name} ${JSON.stringify(input)}`
      let running = underWay.get(key)
      if (!running) {
        running = fetchNow(name, input, at).catch(orAgain).finally(() => underWay.delete(key))
        underWay.set(key, running)
      }
      return running
    },
    async missing({ person }) {
      const db = await device().catalogue()
      const wanted = new Set<number>()
      for (const row of await person.db.cartLines.toArray()) if (row.shown && row.shown.num > 0) wanted.add(row.shown.id)
      for (const row of await person.db.favourites.toArray()) if (row.shown?.on) wanted.add(row.shown.id)
      const ids = [...wanted]
      const known = await db.products.bulkGet(ids)
      const missing = ids.filter((_, i) => !known[i]).slice(0, 500)
      if (missing.length > 0) await wants.want('catalogue.products', { ids: missing, sort: 'all' })
    },
  }
  return wants
}
