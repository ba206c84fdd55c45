import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'
import { NewerDatabase, openCatalogueDb, openUserDb } from './open.ts'
import { CATALOGUE_DB, userDbName } from './schema.ts'
import { catalogueVersions, userVersions } from './versions.ts'

// Law 8: versions are append-only. These are written by hand; a change here that is not a new entry at
// the end breaks a database that is on somebody's device, with work in it that was never sent.
const shippedUser = [
  {
    outbox: '++seq, &intentId, state, *lanes, *keys',
    archive: 'intentId, endedAt',
    quarantine: 'id',
    meta: 'key',
    keys: 'id',
    favourites: 'key',
    follows: 'key',
    cartLines: 'key',
  },
  { outbox: '++seq, &intentId, state, *lanes, *keys, *deps', addresses: 'key', addressDefault: 'key', orders: 'key' },
  { archive: 'intentId, endedAt, [state+endedAt]' },
  { ownLists: 'key', listLines: 'key' },
  {
    outbox: '++seq, &intentId, state, *lanes, *keys, *deps, *files',
    files: 'id, state',
    fileBytes: 'id',
    avatar: 'key',
  },
  { messages: 'key', messageMutes: 'key', watches: 'key', talks: 'key', talkLines: 'key' },
  { ownReviews: 'key' },
  { memberships: 'key', sales: 'key', storeMembers: 'key', storeNotice: 'key' },
  { loans: 'key' },
  { goods: 'key' },
  { merchantApplications: 'key' },
  { quotes: 'key' },
  { storeTalks: 'key', storeTalkLines: 'key' },
  { storeQuotes: 'key', storeReviews: 'key' },
  { sales: 'key, shown.createdAt, shown.stage, [shown.stage+shown.createdAt], shown.reports.length' },
  { postings: 'key' },
  { recharges: 'key' },
  { withdrawals: 'key' },
  { billing: 'key', invoices: 'key, shown.at' },
]
const shippedCatalogue = [
  {
    products: 'id, [categoryId+sales], [storeId+sales], sales, createdAt',
    stores: 'id',
    categories: 'id, pid',
    details: 'id',
    lists: 'key',
    homes: 'key',
    reviews: 'key, productId',
  },
  { areas: 'code, parentCode' },
  {
    products:
      'id, [categoryId+sales], [storeId+sales], [categoryId+worth], [storeId+worth], [categoryId+createdAt], [storeId+createdAt], sales, createdAt, worth',
    segments: '++seq, signature',
    unindexed: 'id',
    feed: 'key',
    gone: 'id',
  },
  {
    products:
      'id, [categoryId+sales], [storeId+sales], [categoryId+worth], [storeId+worth], [categoryId+createdAt], [storeId+createdAt], [categoryId+monthlySales], [storeId+monthlySales], sales, createdAt, worth, monthlySales',
  },
  { rates: 'currency' },
  { site: 'key', articles: 'key, groupId', articleGroups: 'id, pid' },
  {
    products:
      'id, [categoryId+sales], [storeId+sales], [categoryId+worth], [storeId+worth], [categoryId+createdAt], [storeId+createdAt], [categoryId+monthlySales], [storeId+monthlySales], sales, createdAt, worth, monthlySales, *codes',
  },
  { packs: 'id' },
  {
    products:
      'id, [categoryId+sales], [storeId+sales], [categoryId+worth], [storeId+worth], [categoryId+createdAt], [storeId+createdAt], [categoryId+monthlySales], [storeId+monthlySales], sales, createdAt, worth, monthlySales, *codes, deal.until',
  },
]

describe('the databases of a device (law 8)', () => {
  it('have the versions that shipped, and only new ones after them', () => {
    expect(userVersions).toEqual(shippedUser)
    expect(catalogueVersions).toEqual(shippedCatalogue)
  })

  it('never lose or rename the outbox', () => {
    for (const stores of userVersions) if ('outbox' in stores) expect(stores.outbox).toMatch(/^\+\+seq, &intentId/)
  })

  it('open from the oldest version with what waits in it', async () => {
    const env = { indexedDB: new IDBFactory(), IDBKeyRange }
    const oldest = new Dexie(userDbName('old'), { autoOpen: false, ...env })
    oldest.version(1).stores(shippedUser[0]!)
    await oldest.open()
    await oldest
      .table('outbox')
      .add({ intentId: 'a gesture', state: 'pending', lanes: ['cart'], keys: ['cartLines/1:2:0'] })
    oldest.close()
    const now = await openUserDb('old', env)
    expect((await now.outbox.toArray()).map((intent) => [intent.seq, intent.intentId])).toEqual([[1, 'a gesture']])
    expect(await now.outbox.where('lanes').equals('cart').count()).toBe(1)
    expect((await openCatalogueDb(env)).name).toBe(CATALOGUE_DB)
  })

  it('are not opened over a later version, which Dexie alone would do', async () => {
    const env = { indexedDB: new IDBFactory(), IDBKeyRange }
    const later = new Dexie(userDbName('new'), { autoOpen: false, ...env })
    later.version(shippedUser.length + 1).stores({ outbox: '++seq, &intentId' })
    await later.open()
    later.close()
    await expect(openUserDb('new', env)).rejects.toThrow(NewerDatabase)
    const old = new Dexie(userDbName('new'), { autoOpen: false, ...env })
    old.version(1).stores({ outbox: '++seq, &intentId' })
    await old.open()
    expect(old.backendDB().version).toBe((shippedUser.length + 1) * 10)
    old.close()
  })
})
