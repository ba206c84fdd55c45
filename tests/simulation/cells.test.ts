import { expect, it } from 'vitest'
import { openUserDb } from '#localdb/open.ts'
import { intentStates, type IntentRow } from '#localdb/schema.ts'
import { commit } from '#worker/outbox/enqueue/commit.ts'
import { take } from '#worker/outbox/take.ts'
import { newIdb } from '../support/device/fake-idb.ts'
import { livingCells, unreachable } from './cells.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const fence = { proto: 1, incarnation: 'incarnation-1', uid }

/** The states in which a row that no longer fits its schema is set aside. */
async function setAside(): Promise<string[]> {
  const db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
  await commit(
    db,
    fence,
    intentStates.map((intentId, id) => ({
      intentId,
      name: 'favourite.set',
      payload: { id: id + 1, on: true },
      createdAt: 1,
      deps: [],
      confirmBy: null,
    })),
  )
  await db.outbox.toCollection().modify((row: IntentRow) => {
    row.state = row.intentId as IntentRow['state']
    row.payload = 'nothing of ours'
  })
  await take(db, fence, 1, Date.now())
  const aside = (await db.quarantine.toArray()).map((row) => row.id)
  db.close()
  return aside
}

it('what is said to be unreachable is: only rows that may be sent are set aside', async () => {
  const aside = new Set(await setAside())
  // A sealed intent may turn out to be unreadable only after it was taken for sending.
  const reached = new Set([...aside, 'sending'].map((state) => `${state} × quarantine`))
  const left = livingCells().filter((cell) => cell.endsWith('× quarantine') && !reached.has(cell))
  expect(Object.keys(unreachable).sort()).toEqual(left.sort())
})
