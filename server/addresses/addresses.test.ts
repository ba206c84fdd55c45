import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADDRESSES_MAX } from '#contract/addresses/schema.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../tests/support/market/market.ts'
import { isAreaOpen, setAreaOpen } from '../market/areas/areas.ts'
import { pullFeed } from '../sync/pull.ts'

let market: TestMarket
let person: TestPerson
let token: string
let births = 0

beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
})

const full = {
  country: 'US',
  province: 'US-CA',
  city: 'San Diego',
  detail: '1 Harbor Drive',
  zip: '92101',
  recipient: 'Ada Lovelace',
  mobile: '+1 619 555 0123',
}
type Result = PushResult & { rows: { rev: number; row: Record<string, unknown> }[] }

/** A device of the person: its own store, counting its intents. */
function device() {
  const incarnation = `incarnation${++births}`
  let seq = 0
  const push = async (...acts: [name: string, payload: object][]): Promise<Result[]> => {
    const intents = acts.map(([name, payload]) => ({ seq: ++seq, name, payload, createdAt: 1000 }))
    const answer = await market.call(
      '/api/sync/push',
      { v: 1, uid: person.uid, incarnation, now: 1000, intents },
      token,
    )
    expect(answer.code).toBe(1)
    return (answer.data as { results: Result[] }).results
  }
  const one = async (name: string, payload: object): Promise<Result> => (await push([name, payload]))[0]!
  return {
    incarnation,
    push,
    put: (id: string, patch: object, baseRev = 0) => one('address.put', { id, patch, baseRev }),
    del: (id: string) => one('address.del', { id }),
    choose: (id: string | null) => one('address.default', { id }),
  }
}
const outcomeOf = (r: Result): string =>
  `${r.outcome}${
    r.refusal
      ? ` ${r.refusal.reason}${Object.values(r.refusal.params ?? {})
          .map((v) => ` ${v}`)
          .join('')}`
      : ''
  }`
const book = async () =>
  (await market.call('/api/aera/index', {}, token)).data as {
    addresses: (typeof full & { id: string })[]
    defaultId: string | null
  }
const rev = (r: Result): number => r.rows[0]!.rev

describe(`addresses (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('are kept as they are meant: the number in E.164, a province by its code, blanks once', async () => {
    const id = randomUUID()
    const result = await device().put(id, {
      ...full,
      province: ' california',
      recipient: '  Ada \n Lovelace ',
      mobile: '(619) 555-0123',
    })
    expect(result).toMatchObject({
      outcome: 'accepted',
      rows: [
        { table: 'addresses', key: id, row: { ...full, mobile: '+16195550123', deleted: false } },
        { table: 'addressDefault', key: 'me', row: { id } },
      ],
    })
    expect(await book()).toMatchObject({ addresses: [{ id, mobile: '+16195550123' }], defaultId: id })
  })

  it('merge by field: two devices that changed different ones meet without asking', async () => {
    const [a, b, id] = [device(), device(), randomUUID()]
    const base = rev(await a.put(id, full))
    expect(outcomeOf(await a.put(id, { recipient: 'Grace Hopper' }, base))).toBe('accepted')
    expect(await b.put(id, { zip: '92102', mobile: '+16195550199' }, base)).toMatchObject({
      outcome: 'accepted',
      rows: [{ row: { recipient: 'Grace Hopper', zip: '92102', mobile: '+16195550199' } }],
    })
  })

  it('ask when both changed the same field, or the place in two ways, and take the answer', async () => {
    const [a, b, id] = [device(), device(), randomUUID()]
    const base = rev(await a.put(id, full))
    const newer = rev(await a.put(id, { detail: '2 Harbor Drive', city: 'Oakland' }, base))
    const asked = await b.put(id, { detail: '3 Harbor Drive', recipient: 'Grace Hopper' }, base)
    expect(outcomeOf(asked)).toBe('needsConsent changedElsewhere detail detail')
    expect(asked.rows).toMatchObject([{ rev: newer, row: { detail: '2 Harbor Drive', recipient: 'Ada Lovelace' } }])
    expect(outcomeOf(await device().put(id, { country: 'CA', province: 'CA-ON' }, base))).toBe(
      'needsConsent changedElsewhere country country,province',
    )
    expect(outcomeOf(await device().put(id, { detail: '2 Harbor Drive' }, base))).toBe('accepted')
    const consent = device()
    expect(outcomeOf(await consent.put(id, { detail: '3 Harbor Drive', recipient: 'Grace Hopper' }, newer))).toBe(
      'accepted',
    )
    expect((await book()).addresses).toMatchObject([
      { city: 'Oakland', detail: '3 Harbor Drive', recipient: 'Grace Hopper' },
    ])
  })

  it('never ask about what the same device changed before, in one push or several', async () => {
    const [a, id] = [device(), randomUUID()]
    const results = await a.push(
      ['address.put', { id, patch: full, baseRev: 0 }],
      ['address.put', { id, patch: { city: 'Oakland' }, baseRev: 0 }],
    )
    expect(results.map(outcomeOf)).toEqual(['accepted', 'accepted'])
    expect(outcomeOf(await a.put(id, { city: 'Fresno' }))).toBe('accepted')
    expect(outcomeOf(await a.del(id))).toBe('accepted')
    expect(outcomeOf(await a.put(id, full))).toBe('accepted')
    expect((await book()).addresses).toMatchObject([{ id, city: 'San Diego' }])
  })

  it('that another device deleted stay deleted, and leave nothing behind', async () => {
    const [a, b, id] = [device(), device(), randomUUID()]
    const base = rev(await a.put(id, full))
    expect((await b.del(id)).rows).toMatchObject([
      { row: { id, deleted: true, recipient: '', mobile: '' } },
      { table: 'addressDefault', row: { id: null } },
    ])
    expect(outcomeOf(await b.del(id))).toBe('accepted')
    expect(outcomeOf(await a.put(id, { zip: '1' }, base))).toBe('refused addressGone')
    expect(outcomeOf(await device().del(randomUUID()))).toBe('accepted')
    const text = JSON.stringify(
      await market.db.selectFrom('addresses').selectAll().where('user_id', '=', person.uid).execute(),
    )
    expect(text).not.toContain('Harbor')
  })

  it('have a default as long as there is one: the first, the chosen, then the oldest', async () => {
    const [a, first, second, third] = [device(), randomUUID(), randomUUID(), randomUUID()]
    for (const id of [first, second, third]) await a.put(id, full)
    expect((await book()).defaultId).toBe(first)
    expect(await a.choose(third)).toMatchObject({
      outcome: 'accepted',
      rows: [{ table: 'addressDefault', key: 'me', row: { id: third } }],
    })
    expect((await book()).defaultId).toBe(third)
    await a.del(second)
    expect((await book()).defaultId).toBe(third)
    expect((await a.del(third)).rows).toMatchObject([{ row: { deleted: true } }, { row: { id: first } }])
    expect(outcomeOf(await a.choose(third))).toBe('refused addressGone')
    expect(outcomeOf(await a.choose(randomUUID()))).toBe('refused addressGone')
  })

  it('are refused with the field, when one is missing, wrong, too long or broken', async () => {
    const a = device()
    const refusal = async (patch: object) => outcomeOf(await a.put(randomUUID(), { ...full, ...patch }))
    for (const field of ['recipient', 'mobile', 'country', 'city', 'detail'])
      expect(await refusal({ [field]: ' ' })).toBe(`refused addressIncomplete ${field}`)
    for (const field of ['zip', 'province']) expect(await refusal({ [field]: '' })).toBe('accepted')
    expect(await refusal({ country: 'XX' })).toBe('refused invalid country')
    expect(await refusal({ country: 'CA' })).toBe('refused invalid province')
    expect(await refusal({ country: 'CA', province: 'Ontario' })).toBe('accepted')
    for (const mobile of ['12', 'call me', '+1 619 555 0123 ext. 4 and more', '+999 12345678', '٠'])
      expect(await refusal({ mobile })).toBe('refused mobileInvalid')
    expect(await refusal({ detail: 'a\u0000b' })).toBe('refused invalid patch.detail')
    for (const detail of ['a\u0007b', '\ud800', 'x'.repeat(301)])
      expect(await refusal({ detail })).toBe('refused invalid detail')
    for (const detail of [
      "'; drop table addresses; --",
      '<script>alert(1)</script>',
      '‏شارع الملك فهد ٧',
      '北京市朝阳区 🏠',
    ])
      expect(await refusal({ detail })).toBe('accepted')
  })

  it("are at most so many, and only one's own", async () => {
    const a = device()
    const ids = Array.from({ length: ADDRESSES_MAX + 1 }, () => randomUUID())
    const results = await a.push(...ids.map((id): [string, object] => ['address.put', { id, patch: full, baseRev: 0 }]))
    expect(results.map(outcomeOf).slice(-2)).toEqual(['accepted', `refused addressesFull ${ADDRESSES_MAX}`])
    await a.del(ids[0]!)
    expect(outcomeOf(await a.put(ids[ADDRESSES_MAX]!, full))).toBe('accepted')
    person = await market.person()
    token = await market.login(person)
    expect(outcomeOf(await device().del(ids[1]!))).toBe('accepted')
    expect(outcomeOf(await device().choose(ids[1]!))).toBe('refused addressGone')
    expect(await book()).toEqual({ addresses: [], defaultId: null })
    expect(
      (
        await market.db
          .selectFrom('addresses')
          .select('id')
          .where('id', '=', ids[1]!)
          .where('deleted', '=', false)
          .execute()
      ).length,
    ).toBe(1)
  })

  it('come by the feed, page by page, once', async () => {
    const [a, ids] = [device(), [randomUUID(), randomUUID(), randomUUID()]]
    for (const id of ids) await a.put(id, full)
    await a.choose(ids[1]!)
    const seen: string[] = []
    for (let cursor = 0, more = true; more;) {
      const page = await pullFeed(market.db, person.uid, cursor, undefined, { pageRows: 1 })
      seen.push(...page.changes.map((c) => `${c.table}/${c.key}`))
      more = page.more
      cursor = Number(page.cursor)
    }
    expect(seen).toEqual([...ids.map((id) => `addresses/${id}`), 'addressDefault/me'])
  })
})

describe('areas', () => {
  interface Area {
    code: string
    name: Record<string, string>
    open: boolean
    parent: boolean
  }
  const read = async (parent?: string): Promise<Area[]> =>
    ((await market.call('/api/aera/readArea', parent === undefined ? {} : { parent })).data as { areas: Area[] }).areas
  const area = async (code: string, parent?: string) => (await read(parent)).find((a) => a.code === code)

  it('are a tree of countries, provinces and cities, the same for everyone', async () => {
    expect((await read()).length).toBeGreaterThan(220)
    expect(await area('CN')).toEqual({ code: 'CN', name: { en: 'China' }, open: true, parent: true })
    expect(await area('CN-GD', 'CN')).toEqual({
      code: 'CN-GD',
      name: { en: 'Guangdong', zh: '广东' },
      open: true,
      parent: true,
    })
    expect(await area('CN-GD:Shenzhen', 'CN-GD')).toEqual({
      code: 'CN-GD:Shenzhen',
      name: { en: 'Shenzhen' },
      open: true,
      parent: false,
    })
    expect((await read('SG')).every((a) => !a.parent)).toBe(true)
    expect(await market.call('/api/aera/readArea', { parent: 'XX' })).toMatchObject({ data: { reason: 'notFound' } })
    for (const parent of ['cn', 'CN-GD:Shenzhen', "CN' or 1=1", 7, 'C'.repeat(40)])
      expect(await market.call('/api/aera/readArea', { parent })).toMatchObject({ data: { reason: 'invalid' } })
  })

  it('have every code once, and each within what the call takes', async () => {
    const countries = await read()
    const codes = countries.map((c) => c.code)
    for (const country of countries)
      if (country.parent) codes.push(...(await read(country.code)).filter((a) => a.parent).map((a) => a.code))
    expect(codes.filter((code) => !/^[A-Z]{2}[A-Z0-9-]{0,10}$/.test(code))).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.length).toBeGreaterThan(3500)
  })

  it("are open unless the operator closed them; a province's rule wins over its country's", async () => {
    const open = async (province: string) => isAreaOpen(market.db, 'MX', province)
    expect(await open('MX-JAL')).toBe(true)
    expect(await setAreaOpen(market.db, 'MX', false)).toBe(true)
    expect(await setAreaOpen(market.db, 'MX-JAL', true)).toBe(true)
    expect([await open('MX-JAL'), await open('MX-SON'), await open('')]).toEqual([true, false, false])
    expect([(await area('MX'))!.open, (await area('MX-JAL', 'MX'))!.open, (await area('MX-SON', 'MX'))!.open]).toEqual([
      false,
      true,
      false,
    ])
    expect([(await read('MX-JAL')).every((a) => a.open), (await read('MX-SON')).some((a) => a.open)]).toEqual([
      true,
      false,
    ])
    expect(await setAreaOpen(market.db, 'MX-ZZZ', true)).toBe(false)
    await setAreaOpen(market.db, 'MX', true)
    expect(await open('MX-SON')).toBe(true)
  })

  it('that are closed still have addresses: they may open tomorrow', async () => {
    await setAreaOpen(market.db, 'US-CA', false)
    expect(outcomeOf(await device().put(randomUUID(), full))).toBe('accepted')
    await setAreaOpen(market.db, 'US-CA', true)
  })
})
