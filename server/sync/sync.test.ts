import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { SyncSetting, outcomesOf } from '../../tests/support/market/sync-setting.ts'
import { purgeOutcomes } from './retention.ts'

const setting = new SyncSetting()
const { line, add, favour, batch, push, cart, held } = setting

describe(`push (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('carries out each intent once, and answers a repeat with the row as it is now', async () => {
    const intents = [add(1, 0, 2), add(2, 0, 3), favour(3, 1)]
    const first = await push(intents)
    expect(outcomesOf(first)).toEqual(['1 accepted', '2 accepted', '3 accepted'])
    expect(first[1]!.rows).toMatchObject([{ table: 'cartLines', row: { num: 5, seenPrice: 500, ticked: true } }])
    expect(outcomesOf(await push(intents))).toEqual(outcomesOf(first))
    expect(outcomesOf(await push([...intents].reverse()))).toEqual(outcomesOf(first.toReversed()))
    await push([add(4, 0, 4)])
    const [, again] = await push(intents)
    expect(again!.rows).toMatchObject([{ table: 'cartLines', row: { num: 9 } }])
    expect(await cart()).toEqual(held(0, 9))
  })

  it('lets pushes that arrive at once have one effect', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => push([add(1, 0, 2), add(2, 0, 3)])))
    for (const results of all) {
      expect(outcomesOf(results)).toEqual(['1 accepted', '2 accepted'])
      expect(results.flatMap((r) => r.rows).at(-1)).toMatchObject({ table: 'cartLines', row: { num: 5 } })
    }
    expect(await cart()).toEqual(held(0, 5))
  })

  it('refuses an id that comes again with another body, within one push too', async () => {
    await push([add(1, 0, 2)])
    const again = [add(1, 0, 3), add(2, 1), add(2, 2), { seq: 1, name: 'cart.add', payload: 7 }]
    expect(outcomesOf(await push(again))).toEqual([
      '1 refused idReused',
      '2 accepted',
      '2 refused idReused',
      '1 refused idReused',
    ])
    expect(await cart()).toEqual({ ...held(0, 2), ...held(1, 1) })
  })

  it('takes a body whose fields stand in another order for the same', async () => {
    const { payload } = add(1, 0)
    await push([add(1, 0)])
    expect(
      outcomesOf(
        await push([
          { seq: 1, name: 'cart.add', payload: Object.fromEntries(Object.entries(payload as object).toReversed()) },
        ]),
      ),
    ).toEqual(['1 accepted'])
  })

  it('fails one alone: refused, malformed, unknown', async () => {
    const gone = { ...line(0), id: 2_000_000_000, num: 1, price: 1, currency: 'USD' }
    const results = await push([
      { seq: 1, name: 'cart.add', payload: gone },
      { seq: 2, name: 'cart.add', payload: { ...line(0), num: 'many' } },
      add(3, 0),
      { seq: 4, name: 'cart.explode', payload: {} },
    ])
    expect(outcomesOf(results)).toEqual([
      '1 refused productGone',
      '2 refused invalid',
      '3 accepted',
      '4 refused updateNeeded',
    ])
    expect(results[1]!.refusal!.params).toEqual({ path: 'num' })
  })

  it('lets nothing overtake a name that it does not know: its lane is not known either', async () => {
    const intents = [add(1, 0), { seq: 2, name: 'cart.explode', payload: {} }, add(3, 0), favour(4, 1)]
    expect(outcomesOf(await push(intents))).toEqual([
      '1 accepted',
      '2 refused updateNeeded',
      '3 notTried',
      '4 notTried',
    ])
    expect(outcomesOf(await push([intents[0]!, favour(4, 1)]))).toEqual(['1 accepted', '4 accepted'])
    expect(await cart()).toEqual(held(0, 1))
  })

  it('says of a name that it does not know nothing but that, also where a newer server has carried it out', async () => {
    await push([favour(1, 0)])
    const renamed = { seq: 1, name: 'favourite.tomorrow', payload: {} }
    expect(outcomesOf(await push([renamed, favour(2, 1)]))).toEqual(['1 refused updateNeeded', '2 notTried'])
    expect(outcomesOf(await push([favour(1, 0), favour(2, 1)]))).toEqual(['1 accepted', '2 accepted'])
  })

  // Seen by the simulation: the last answer's row held the middle one, which the device still had to send and showed
  // once more.
  it('says nothing of what is stored in a push with such a name: its rows hold what the device takes for undone', async () => {
    const all = [add(1, 0, 2), add(2, 0, 3), add(3, 0, 4)]
    await push(all)
    const results = await push([all[0]!, { ...all[1]!, name: 'cart.tomorrow' }, all[2]!])
    expect(outcomesOf(results)).toEqual(['1 notTried', '2 refused updateNeeded', '3 notTried'])
    expect(results.flatMap((r) => r.rows)).toEqual([])
    expect(outcomesOf(await push(all))).toEqual(['1 accepted', '2 accepted', '3 accepted'])
    expect(await cart()).toEqual(held(0, 9))
  })

  it('answers a push under another uid or protocol without doing anything', async () => {
    const other = await setting.market.person()
    expect(
      (await setting.market.call('/api/sync/push', batch([add(1, 0)], { uid: other.uid }), setting.token)).data,
    ).toEqual({
      reason: 'wrongOwner',
    })
    expect(await setting.market.call('/api/sync/push', batch([add(1, 0)], { v: 2 }), setting.token)).toMatchObject({
      status: 426,
      code: 426,
      data: { reason: 'updateNeeded' },
    })
    expect(await cart()).toEqual({})
  })

  /** While it runs, putting product 3 into a cart fails as told. */
  async function broken(raise: string, run: () => Promise<void>): Promise<void> {
    await sql
      .raw(`create function broken() returns trigger language plpgsql as 'begin raise ${raise}; end'`)
      .execute(setting.market.db)
    await sql
      .raw(
        `create trigger broken before insert on cart_lines for each row when (new.product_id = ${setting.shop.ids[3]!}) execute function broken()`,
      )
      .execute(setting.market.db)
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    await run()
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
    await sql`drop trigger broken on cart_lines`.execute(setting.market.db)
    await sql`drop function broken`.execute(setting.market.db)
  }

  it('calls busy the one that broke, holds its lane and no other, and stores nothing of it', async () => {
    const intents = [add(1, 0), add(2, 3), add(3, 1), favour(4, 1)]
    await broken("exception ''planted''", async () =>
      expect(outcomesOf(await push(intents))).toEqual(['1 accepted', '2 busy', '3 notTried', '4 accepted']),
    )
    expect(outcomesOf(await push(intents))).toEqual(['1 accepted', '2 accepted', '3 accepted', '4 accepted'])
    expect(await cart()).toEqual({ ...held(0, 1), ...held(1, 1), ...held(3, 1) })
  })

  it('sets aside what no column can hold, instead of holding its lane for ever', async () => {
    await broken('numeric_value_out_of_range', async () =>
      expect(outcomesOf(await push([add(1, 3), add(2, 0)]))).toEqual(['1 refused invalid', '2 accepted']),
    )
    expect(outcomesOf(await push([add(1, 3)]))).toEqual(['1 refused invalid'])
  })

  it("judges confirmBy by the device's own clock, and holds the lane of what needs the person, also when the answer was lost", async () => {
    const years = 63_072_000_000
    expect(
      outcomesOf(await push([{ ...add(1, 0), createdAt: years, confirmBy: years + 1000 }], { now: years + 500 })),
    ).toEqual(['1 accepted'])
    const intents = [{ ...add(2, 0), createdAt: 1000, confirmBy: 2000 }, add(3, 1), favour(4, 1)]
    for (let again = 0; again < 2; again++)
      expect(outcomesOf(await push(intents, { now: 3000 }))).toEqual([
        '2 needsConsent expired',
        '3 notTried',
        '4 accepted',
      ])
    expect(await cart()).toEqual(held(0, 1))
  })

  it('looks up the stored outcome before it judges the time', async () => {
    const intent = { ...add(1, 0), createdAt: 1000, confirmBy: 2000 }
    await push([intent], { now: 1500 })
    expect(outcomesOf(await push([intent], { now: 99_000 }))).toEqual(['1 accepted'])
  })

  it('tells a purged id from one never seen', async () => {
    await push([add(1, 0), add(2, 0)])
    await setting.market.db
      .updateTable('outcomes')
      .set({ created_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('user_id', '=', setting.person.uid)
      .execute()
    expect(await purgeOutcomes(setting.market.db, Date.now())).toBe(2)
    expect(outcomesOf(await push([add(2, 0), add(3, 0)]))).toEqual(['2 refused idPurged', '3 accepted'])
    expect(await cart()).toEqual(held(0, 3))
  })

  it('carries out each of 1,000 intents of five kinds in little more time than each of a hundred', async () => {
    const kinds = (i: number): [string, unknown] => {
      const l = line(Math.floor(i / 5) % 12)
      return (
        [
          ['favourite.set', { id: l.id, on: true }],
          ['cart.add', { ...l, num: 2, price: 1, currency: 'USD' }],
          ['cart.set', { ...l, from: 2, to: 5 }],
          ['cart.tick', { ...l, on: false }],
          ['follow.set', { id: l.shopId, on: true }],
        ] as [string, unknown][]
      )[i % 5]!
    }
    const timeOf = async (many: number): Promise<number> => {
      setting.beBorn()
      const intents = Array.from({ length: many }, (_, i) => {
        const [name, payload] = kinds(i)
        return { seq: i + 1, name, payload }
      })
      const start = performance.now()
      const results = await push(intents)
      expect(new Set(results.map((r) => r.outcome))).toEqual(new Set(['accepted']))
      return performance.now() - start
    }
    // Work that grew with what came before would take ten times as long for each; a busy machine, twice.
    const ratios: number[] = []
    for (let turn = 0; turn < 3 && !(ratios.at(-1)! < 30); turn++)
      ratios.push((await timeOf(1000)) / (await timeOf(100)))
    expect(Math.min(...ratios)).toBeLessThan(30)
  })
})
