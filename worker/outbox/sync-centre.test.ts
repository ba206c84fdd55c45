import { beforeEach, describe, expect, it } from 'vitest'
import { openCatalogueDb, openUserDb, type CatalogueDb, type UserDb } from '#localdb/open.ts'
import { addressById } from '#localdb/queries/addresses.ts'
import { status } from '#localdb/queries/sync/status.ts'
import { doneChanges, needingChanges, waitingChanges } from '#localdb/queries/sync/changes.ts'
import type { Readers, UserReader } from '#localdb/read.ts'
import type { MetaRows } from '#localdb/schema.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { commit, type NewIntent } from './enqueue/commit.ts'
import type { Fence } from './fence.ts'
import { settleIntents } from './settle.ts'
import { take } from './take.ts'

// The outbox in the person's words, as the sync centre reads it.

const uid = '00000000-0000-4000-8000-000000000001'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
const address = '00000000-0000-4000-8000-00000000000a'
let gesture = 0
const intent = (name: NewIntent['name'], payload: unknown, deps: string[] = []): NewIntent => ({
  intentId: `gesture-${++gesture}`,
  name,
  payload,
  createdAt: 1000 + gesture,
  deps,
  confirmBy: null,
})
const add = (id: number, num: number) =>
  intent('cart.add', { id, shopId: 3, variantId: id === 8 ? 81 : 0, num, price: 500, currency: 'USD' })

let db: UserDb
let catalogue: CatalogueDb
let readers: Readers
beforeEach(async () => {
  const idb = newIdb()
  db = await openUserDb(uid, idb)
  catalogue = await openCatalogueDb(idb)
  readers = { user: db, catalogue } as unknown as Readers
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
  await link('ok')
  await catalogue.products.bulkPut([
    { id: 7, title: { en: 'Tea' } },
    { id: 8, title: { en: 'Cups' } },
  ] as never[])
  await catalogue.details.put({ id: 8, variants: [{ id: 81, label: { en: 'Blue' } }] } as never)
  await catalogue.stores.put({ id: 3, name: 'Oasis' } as never)
})
const link = (session: MetaRows['link']['session']) =>
  db.meta.put({ key: 'link', online: true, lastContact: 1, session })
const enqueue = (...intents: NewIntent[]) => commit(db, fence, intents)
const taken = () => take(db, fence, 1, 5000)
const answer = (...settlements: Parameters<typeof settleIntents>[4]['settlements']) =>
  settleIntents(db, fence, 1, 5000, { settlements, changes: [] })
const whys = async () => (await waitingChanges(readers, 50)).map((c) => `${c.does.what} ${c.why}`)

describe('what waits', () => {
  it('is described by what it does to what', async () => {
    await enqueue(
      add(7, 12),
      add(8, 3),
      intent('favourite.set', { id: 9, on: false }),
      intent('follow.set', { id: 3, on: true }),
      intent('cart.clear', {
        lines: [
          { id: 7, shopId: 3, variantId: 0, num: 1 },
          { id: 6, shopId: 3, variantId: 0, num: 1 },
        ],
      }),
    )
    expect((await waitingChanges(readers, 50)).map(({ does, subject }) => [does, subject])).toEqual([
      [
        { what: 'cartAdd', numbers: { n: 12 } },
        { kind: 'product', id: 7, title: { en: 'Tea' }, label: undefined },
      ],
      [
        { what: 'cartAdd', numbers: { n: 3 } },
        { kind: 'product', id: 8, title: { en: 'Cups' }, label: { en: 'Blue' } },
      ],
      [
        { what: 'favouriteOff', numbers: {} },
        { kind: 'product', id: 9, title: undefined, label: undefined },
      ],
      [
        { what: 'followOn', numbers: {} },
        { kind: 'store', id: 3, name: 'Oasis' },
      ],
      [
        { what: 'cartClear', numbers: { n: 2 } },
        { kind: 'products', count: 2 },
      ],
    ])
  })

  it('says why', async () => {
    await enqueue(
      add(7, 1),
      intent('address.put', { id: address, patch: { city: 's1.x' }, baseRev: 0 }),
      intent('favourite.set', { id: 9, on: true }),
      intent('favourite.set', { id: 10, on: true }),
    )
    expect(await whys()).toEqual(['cartAdd next', 'addressAdd next', 'favouriteOn next', 'favouriteOn next'])
    await taken()
    expect(await whys()).toEqual([
      'cartAdd sending',
      'addressAdd sending',
      'favouriteOn sending',
      'favouriteOn sending',
    ])
    await answer(
      { seq: 1, event: 'lost' },
      { seq: 2, event: 'needsConsent', refusal: { reason: 'changedElsewhere' } },
      { seq: 3, event: 'busy', notBefore: 9000 },
      { seq: 4, event: 'updateNeeded', refusal: { reason: 'updateNeeded' } },
    )
    await enqueue(
      intent('address.default', { id: null }),
      intent('follow.set', { id: 3, on: true }, ['gesture-' + (gesture - 3)]),
    )
    expect(await whys()).toEqual([
      'cartAdd checking',
      'favouriteOn busy',
      'favouriteOn update',
      'addressDefault earlier',
      'followOn earlier',
    ])
    await link('gone')
    expect(await whys()).toEqual([
      'cartAdd signIn',
      'favouriteOn signIn',
      'favouriteOn update',
      'addressDefault signIn',
      'followOn signIn',
    ])
    await link('none')
    expect((await whys())[0]).toBe('cartAdd guest')
  })

  it('waits for what it depends on', async () => {
    const first = add(7, 1)
    await enqueue(first, intent('favourite.set', { id: 9, on: true }, [first.intentId]))
    expect(await whys()).toEqual(['cartAdd next', 'favouriteOn earlier'])
  })

  it('is never loaded whole', async () => {
    await db.outbox.bulkAdd(
      Array.from({ length: 400 }, (_, i) => ({
        ...intent('favourite.set', { id: i + 1, on: true }),
        incarnation: 'x',
        uid,
        proto: 1,
        lanes: [`favourite:${i + 1}`],
        keys: [`favourites/${i + 1}`],
        state: 'pending' as const,
        attempts: 0,
        notBefore: 0,
        leaseEpoch: 0,
        last: null,
      })),
    )
    expect(await status(db as unknown as UserReader)).toMatchObject({ waiting: 400, needsYou: 0 })
    let read = 0
    db.outbox.hook('reading', (row) => {
      read += 1
      return row
    })
    expect(await waitingChanges(readers, 50)).toHaveLength(50)
    expect(read).toBeLessThan(200)
  })
})

describe('what needs the person, and what is done', () => {
  it('is described with its reason, also when it can no longer be read', async () => {
    await enqueue(
      add(7, 1),
      intent('address.put', { id: address, patch: { city: 's1.x', recipient: 's1.y' }, baseRev: 4 }),
      add(8, 2),
    )
    await db.outbox.update(3, { payload: 'two', name: 'cart.juggle' as never })
    await taken()
    await answer(
      { seq: 1, event: 'refused', refusal: { reason: 'outOfStock' } },
      { seq: 2, event: 'needsConsent', refusal: { reason: 'changedElsewhere' } },
    )
    const needing = await needingChanges(readers, 50)
    expect(needing.map((c) => [c.kind, c.does.what, c.subject.kind, c.refusal.reason])).toEqual([
      ['refused', 'cartAdd', 'product', 'outOfStock'],
      ['conflict', 'addressPut', 'address', 'changedElsewhere'],
      ['unreadable', 'unknown', 'product', 'requestFailed'],
    ])
    expect(needing[1]!.subject).toMatchObject({ address: { city: 's1.x', recipient: 's1.y', country: '' } })
    expect(await status(db as unknown as UserReader)).toMatchObject({ waiting: 0, needsYou: 3 })
  })

  it('the newest first, and only what got through', async () => {
    await enqueue(add(7, 1), intent('favourite.set', { id: 9, on: true }))
    await enqueue(intent('favourite.set', { id: 9, on: false }))
    await taken()
    await settleIntents(db, fence, 1, 6000, { settlements: [{ seq: 1, event: 'accepted' }], changes: [] })
    expect((await doneChanges(readers)).map((c) => [c.does.what, c.at])).toEqual([['cartAdd', 6000]])
  })

  it('and a refused edit of an address keeps what was typed over how it stands', async () => {
    const row = {
      id: address,
      country: 's1.c',
      province: '',
      city: 's1.old',
      detail: 's1.d',
      zip: '',
      recipient: 's1.r',
      mobile: 's1.m',
      deleted: false,
      at: 1,
    }
    await settleIntents(db, fence, 1, 4000, {
      settlements: [],
      changes: [{ table: 'addresses', key: address, rev: 4, row }],
    })
    const edit = intent('address.put', { id: address, patch: { city: 's1.new' }, baseRev: 4 })
    await enqueue(edit)
    await taken()
    await answer({ seq: 1, event: 'refused', refusal: { reason: 'mobileInvalid' } })
    expect(await addressById(readers, address)).toEqual({
      address: { ...row, city: 's1.new' },
      was: row,
      rev: 4,
      pending: 0,
      conflict: undefined,
      clash: undefined,
      refused: { intentId: edit.intentId, refusal: { reason: 'mobileInvalid' } },
    })
  })

  it('and what went with the storage is shown by its number, and leaves when it was read', async () => {
    await db.quarantine.put({
      id: 'lost:before',
      reason: 'lost',
      row: { intents: 3, keys: [], lanes: [], deps: [] },
      at: 7000,
    })
    expect(await needingChanges(readers, 50)).toMatchObject([
      {
        intentId: 'lost:before',
        kind: 'lost',
        does: { what: 'lost' },
        subject: { kind: 'unknown' },
        since: 7000,
        refusal: { reason: 'storageLost', params: { n: 3 } },
      },
    ])
  })
})
