import { openUserDb, type UserDb } from '#localdb/open.ts'
import '#worker/guess/all.ts'
import { commit, type NewIntent } from '#worker/outbox/enqueue/commit.ts'
import type { Fence } from '#worker/outbox/fence.ts'
import { newIdb } from './fake-idb.ts'

export const uid = '00000000-0000-4000-8000-000000000001'
export const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }

let gesture = 0
/** A new gesture's intent. */
export const intent = (name: NewIntent['name'], payload: unknown, more: Partial<NewIntent> = {}): NewIntent => ({
  intentId: `gesture-${++gesture}`,
  name,
  payload,
  createdAt: 1000 + gesture,
  deps: [],
  confirmBy: null,
  ...more,
})
export const line = (id: number) => ({ id, shopId: 3, variantId: 0 })
export const add = (id: number, num: number) => intent('cart.add', { ...line(id), num, price: 500, currency: 'USD' })
export const set = (id: number, from: number, to: number) => intent('cart.set', { ...line(id), from, to })
export const favour = (id: number, on: boolean) => intent('favourite.set', { id, on })

/** A person's database with a lease, and what its outbox holds and shows. */
export interface TestOutbox {
  db: UserDb
  enqueue(...intents: NewIntent[]): Promise<void>
  /** Name, payload and state of each intent. */
  waiting(): Promise<unknown[][]>
  /** The quantity shown on a product's line. */
  shownNum(id: number): Promise<number | undefined>
}

export async function openOutbox(): Promise<TestOutbox> {
  const db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
  return {
    db,
    enqueue: async (...intents) => {
      await commit(db, fence, intents)
    },
    waiting: async () => (await db.outbox.toArray()).map((r) => [r.name, r.payload, r.state]),
    shownNum: async (id) => (await db.cartLines.get(`3:${id}:0`))?.shown?.num,
  }
}
