import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userDbName } from '#localdb/schema.ts'
import { userVersions } from '#localdb/versions.ts'
import { readMigrations, type Run } from '#server/db/migrate.ts'
import { FDBObjectStore } from '../../support/device/fake-idb.ts'
import { readFrozen, thaw, thawedPhone, type Thawed } from '../../support/frozen/frozen.ts'
import { openTestMarket } from '../../support/market/market.ts'
import { killedInTheMiddle, startedOver } from '../../support/frozen/upgrades.ts'
import { until, type TestDevice } from '../../support/device/world.ts'

// The upgrade of what version 0.2.1 left (migration.test.ts) when it does not come to its end, and old code over what a
// newer one has made of it.

const { device: phone, market: data, cast } = readFrozen('0.2.1')
const WAITING = 20

/** The person's database by its own words: its version, and every row by store. */
async function everything(device: TestDevice): Promise<Record<string, unknown>> {
  const db = await openRaw(device)
  const stores: Record<string, unknown> = { version: db.version }
  for (const name of db.objectStoreNames) {
    const request = db.transaction(name).objectStore(name).getAll()
    await until('it is read', () => request.readyState === 'done')
    stores[name] = request.result
  }
  db.close()
  return stores
}

const openRaw = (
  device: TestDevice,
  version?: number,
  upgrade: (db: IDBDatabase) => void = () => undefined,
): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = device.idb.indexedDB.open(userDbName(cast.uid), version)
    request.onupgradeneeded = () => {
      upgrade(request.result)
    }
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error!)
    }
    request.onblocked = () => {
      reject(new Error('blocked'))
    }
  })
const nobody = { fetch: () => Promise.reject(new Error('not asked')) }

describe('the phone’s database', () => {
  it('is left whole by an upgrade that is cut off, and the next opening upgrades it', async () => {
    const device = await thawedPhone(phone, nobody)
    const before = await everything(device)
    expect(before).toMatchObject({ version: 20 })
    const { createIndex } = FDBObjectStore.prototype
    let cut = 0
    FDBObjectStore.prototype.createIndex = function aborted(this: IDBObjectStore) {
      cut++
      this.transaction.abort()
      throw new DOMException('crashed here', 'AbortError')
    } as unknown as typeof createIndex
    try {
      await expect(device.userDb(cast.uid)).rejects.toThrow()
    } finally {
      FDBObjectStore.prototype.createIndex = createIndex
    }
    expect(cut).toBe(1)
    expect(await everything(device)).toEqual(before)
    ;(await device.userDb(cast.uid)).close()
    // The tables that have been added since.
    const made = Object.keys(Object.assign({}, ...userVersions)).flatMap((table) =>
      table in before ? [] : [[table, []]],
    )
    expect(await everything(device)).toEqual({
      ...before,
      ...Object.fromEntries(made),
      version: userVersions.length * 10,
    })
  })
})

describe('an old app over a newer database', () => {
  const favourite = (intentId: string) => [
    { intentId, name: 'favourite.set' as const, payload: { id: cast.a.ids[0]!, on: true } },
  ]
  const outdated = { kind: 'refused', refusal: { reason: 'updateNeeded' } }

  it('of today’s version, asking for the frozen one, is refused by the database itself', async () => {
    const device = await thawedPhone(phone, nobody)
    ;(await device.userDb(cast.uid)).close()
    await expect(openRaw(device, 20)).rejects.toThrow(expect.objectContaining({ name: 'VersionError' }))
  })

  it('says so, writes nothing, and mends nothing', async () => {
    const device = await thawedPhone(phone, nobody)
    ;(await device.userDb(cast.uid)).close()
    // A later version that no longer has what this one would look for.
    ;(
      await openRaw(device, 400, (db) => {
        db.deleteObjectStore('follows')
      })
    ).close()
    const before = await everything(device)
    expect(before).toMatchObject({ version: 400, outbox: { length: WAITING } })
    const tab = device.tab()
    await expect(tab.ready()).rejects.toThrow(expect.objectContaining({ name: 'NewerDatabase' }))
    expect(await tab.mutate(favourite('aaaaaaaa-0000-4000-8000-000000000001'))).toEqual(outdated)
    expect(await everything(device)).toEqual(before)
    await device.end()
  })

  it('that is open while a newer one comes lets it pass, and writes no more', async () => {
    const device = await thawedPhone(phone, nobody)
    const tab = device.tab()
    await tab.ready()
    const newer = await openRaw(device, 400, (db) => {
      db.createObjectStore('of tomorrow')
    })
    expect(await tab.mutate(favourite('aaaaaaaa-0000-4000-8000-000000000002'))).toEqual(outdated)
    await expect(tab.ready()).rejects.toThrow(expect.objectContaining({ name: 'NewerDatabase' }))
    const count = newer.transaction('outbox').objectStore('outbox').count()
    await until('it is counted', () => count.readyState === 'done')
    expect(count.result).toBe(WAITING)
    newer.close()
    await device.end()
  })
})

/** A summary of a market's database. */
async function state(run: Run): Promise<Record<string, unknown>> {
  const { rows } = await run(
    `select (select count(*)::int from migrations) as steps, (select count(*)::int
      from outcomes) as outcomes, (select sum(stock)::int from products) as stock,
    (select count(*)::int from ledger_entries where cause not like 'converted:%') as entries,
    exists (select from information_schema.columns
      where table_name = 'products' and column_name = 'monthly_demo') as monthly`,
    [],
  )
  return rows[0] as Record<string, unknown>
}

describe('the market’s database', () => {
  let thawed: Thawed
  beforeAll(async () => {
    thawed = await thaw(data)
  })
  afterAll(() => thawed.end())

  it('is left as it was by a kill -9 in the middle of an upgrade, and the next start upgrades it', async () => {
    const before = await thawed.session(state)
    expect(before).toMatchObject({ steps: 3, monthly: false })
    await killedInTheMiddle(thawed)
    expect(await thawed.session(state)).toEqual(before)
    await (await openTestMarket(thawed.options)).close()
    await thawed.session(async (run) => {
      expect(await state(run)).toEqual({ ...before, steps: readMigrations().length, monthly: true })
      await run("insert into migrations (name, hash) values ('9999_of_tomorrow.sql', 'a hash')", [])
    })
  })

  it('once a newer server has changed it is not opened by this one, which says why', async () => {
    const { code, output } = await startedOver(thawed)
    expect(code).toBe(1)
    expect(output).toContain(
      'The database was made by a newer version: this one does not know its step 9999_of_tomorrow.sql.',
    )
  })
})
