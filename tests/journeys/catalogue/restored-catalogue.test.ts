import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { followed, priceOn, reprice, watched } from '../../support/people/watched.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

describe('the catalogue on a device', () => {
  it('is asked for again when a restored server has grown past what the device followed', async () => {
    const { shopId, ids } = await market.products(4)
    const { device } = watched(market)
    const tab = device.tab()
    await tab.ready()
    expect(await tab.want('catalogue.products', { sort: 'new', storeId: shopId })).toEqual({ kind: 'fresh' })
    const db = await device.catalogueDb()
    const { rev: then } = await market.db
      .selectFrom('products')
      .select('rev')
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow()
    const { rev: backup } = await market.db.selectFrom('catalogue_feed').select('rev').executeTakeFirstOrThrow()
    await reprice(market, [ids[0]!], 777)
    await followed(device, tab, db)
    expect(await priceOn(db, ids[0]!)).toBe(777)
    // The changes since the backup are gone, and the server counts the same revs again for something else.
    await market.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx
        .updateTable('products')
        .set({ price: 500, ladder: JSON.stringify([{ from: 1, price: 500 }]), rev: then })
        .where('id', '=', ids[0]!)
        .execute()
      await tx.updateTable('catalogue_feed').set({ rev: backup }).execute()
      await tx.deleteFrom('catalogue_stamps').where('rev', '>', backup).execute()
    })
    for (const price of [600, 610, 620]) await reprice(market, [ids[1]!], price)
    await followed(device, tab, db)
    expect(await priceOn(db, ids[1]!)).toBe(620)
    expect(await priceOn(db, ids[0]!)).toBe(500)
    db.close()
    await device.end()
  })
})
