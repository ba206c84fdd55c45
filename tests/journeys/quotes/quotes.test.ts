import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { QUOTE_ASKS_MAX, QUOTE_DAYS, QUOTES_MAX } from '#contract/quotes/rules.ts'
import { readQuoteNotes } from '#contract/quotes/notes.ts'
import type { Payload } from '#contract/registry.ts'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { expireQuotes, purgeQuotes } from '#server/quotes/expire.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { offerInDemo } from '#server/seed/quotes.ts'
import { offerNow } from '#server/quotes/offer.ts'
import { newBuyer, online, outbox, settled } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { accepting, asking, DAY, offered, offering, only, quotesOn, read } from '../../support/people/quotes.ts'
import { act, until } from '../../support/device/world.ts'

// Buyers and stores talk about a price: back and forth, with an end, and with an answer to everything that cannot be.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('goes back and forth with notes of both sides, sealed on the disk, for so many rounds and no more', async () => {
  const { b, id } = await offered(market, 480)
  for (let n = 2; n <= QUOTE_ASKS_MAX; n++) {
    const { rounds } = await only(b)
    await act(b.tab, 'quote.counter', {
      id,
      round: rounds.length,
      lines: [{ variantId: 0, num: 100 }],
      target: 400 + n,
      note: `Again ${n}`,
    })
    await settled(b)
    expect(await only(b)).toMatchObject({ state: 'open' })
    expect((await offering(market, b, id, 480 - n)).kind).toBe('said')
    await until('the next offer is here', async () => (await only(b)).rounds.length === 2 * n)
  }
  const last = { id, round: 2 * QUOTE_ASKS_MAX, lines: [{ variantId: 0, num: 100 }], target: 1, note: '' }
  await act(b.tab, 'quote.counter', last)
  await until('it is refused', async () => (await outbox(b))[0]?.state === 'rejected')
  expect((await outbox(b))[0]!.last).toEqual({ reason: 'quoteRounds', params: { max: QUOTE_ASKS_MAX } })
  expect((await only(b)).state).toBe('offered')
  expect(JSON.stringify(await only(b))).not.toContain('Again')
  const stored = await market.db.selectFrom('quotes').select('said').where('id', '=', id).executeTakeFirstOrThrow()
  expect(readQuoteNotes(JSON.stringify(stored.said)).map((n) => n.text)).toEqual(
    expect.arrayContaining(['Every month from June on', 'For so many', 'Again 2', `Again ${QUOTE_ASKS_MAX}`]),
  )
  await b.device.end()
})

it('an offer that changed meanwhile is not accepted unseen', async () => {
  const { b, id } = await offered(market, 480)
  b.device.network.faults.offline = true
  await act(b.tab, 'quote.accept', accepting(b, id, 480))
  expect((await offering(market, b, id, 510)).kind).toBe('said')
  await online(b)
  await until('it is refused', async () => (await outbox(b))[0]?.state === 'rejected')
  expect((await outbox(b))[0]!.last?.reason).toBe('quoteMoved')
  expect(await only(b)).toMatchObject({ state: 'offered', rounds: { length: 3 } })
  expect((await read(b, cartItems)).items).toEqual([])
  await b.device.end()
})

it('an offer that is over when it is accepted puts nothing into the cart', async () => {
  const { b, id } = await offered(market, 480)
  b.device.network.faults.offline = true
  await act(b.tab, 'quote.accept', accepting(b, id, 480))
  expect(await expireQuotes(market.db, Date.now() + 8 * DAY)).toBeGreaterThan(0)
  await online(b)
  await until('it is refused', async () => (await outbox(b))[0]?.state === 'rejected')
  expect((await outbox(b))[0]!.last?.reason).toBe('quoteExpired')
  expect((await only(b)).state).toBe('expired')
  expect((await read(b, cartItems)).items).toEqual([])
  const messageKinds = async () => (await read(b, ({ user }) => user.messages.toArray())).map((m) => m.shown?.kind)
  await until('the message of the expired offer is there', async () => (await messageKinds()).includes('quoteExpired'))
  await b.device.end()
})

it('is withdrawn and declined, and a store that makes no offer says so', async () => {
  const b = await newBuyer(market)
  const [first, second] = [asking(b), asking(b)]
  for (const payload of [first, second]) await act(b.tab, 'quote.ask', payload)
  await settled(b)
  await act(b.tab, 'quote.close', { id: first.id, round: 1 })
  await settled(b)
  // Withdrawn, it is nobody's to answer.
  expect(await offering(market, b, first.id, 480)).toMatchObject({ kind: 'refused', refusal: { reason: 'quoteMoved' } })
  const no = await operate(market.db, ['quote', second.id, 'decline', 'Not', 'now'], Date.now())
  expect(no.exit).toBe(0)
  await until('the store has said no', async () => (await quotesOn(b)).some((q) => q.state === 'declined'))
  expect((await quotesOn(b)).map((q) => q.state).sort()).toEqual(['declined', 'withdrawn'])
  await b.device.end()
})

it('has the new name of its store as soon as it moves on', async () => {
  const b = await newBuyer(market)
  const payload = asking(b)
  await act(b.tab, 'quote.ask', payload)
  await settled(b)
  await market.db.updateTable('stores').set({ name: 'Renamed Row' }).where('id', '=', payload.shopId).execute()
  await act(b.tab, 'quote.close', { id: payload.id, round: 1 })
  await settled(b)
  expect(await only(b)).toMatchObject({ state: 'withdrawn', shopName: 'Renamed Row' })
  await b.device.end()
})

it('what cannot be asked or offered is refused with its reason', async () => {
  const b = await newBuyer(market)
  const wrong: [Partial<Payload<'quote.ask'>>, string][] = [
    [{ productId: 2_000_000_000 }, 'productGone'],
    [{ shopId: b.two.shopId }, 'productGone'],
    [{ currency: 'EUR' }, 'invalid'],
    [{ lines: [{ variantId: 7, num: 100 }] }, 'variantGone'],
  ]
  for (const [more, reason] of wrong) {
    await act(b.tab, 'quote.ask', asking(b, more))
    await until('it is refused', async () => (await outbox(b)).at(-1)?.state === 'rejected')
    expect((await outbox(b)).at(-1)!.last?.reason).toBe(reason)
  }
  // Half a character is no reason to be refused.
  const payload = asking(b, { note: 'In \ud800 boxes' })
  await act(b.tab, 'quote.ask', payload)
  await until('it is there', async () => (await quotesOn(b)).some((q) => q.id === payload.id && q.pending === 0))
  const of = { storeId: b.one.shopId, userId: b.person.uid, quoteId: payload.id, note: '', by: null, at: Date.now() }
  const lines = [{ variantId: 0, num: 100, price: 480 }]
  const soon = Date.now() + DAY
  const no = async (more: object): Promise<unknown> => {
    const result = await offerNow(market.db, { ...of, lines, validUntil: soon, ...more })
    return result.kind === 'refused' ? (result.refusal.params?.['path'] ?? result.refusal.reason) : result.kind
  }
  expect(await no({ storeId: b.two.shopId })).toBe('notFound')
  expect(await no({ lines: [] })).toBe('lines')
  expect(await no({ lines: [{ variantId: 0, num: 100, price: 0 }] })).toBe('lines')
  expect(await no({ lines: [{ variantId: 9, num: 100, price: 480 }] })).toBe('variantGone')
  expect(await no({ validUntil: of.at })).toBe('validUntil')
  expect(await no({ validUntil: Date.now() + 400 * DAY })).toBe('validUntil')
  expect((await operate(market.db, ['quote', payload.id, 'offer', 'cheap'], Date.now())).exit).toBe(1)
  expect((await operate(market.db, ['quote', 'nobody', 'offer', '4'], Date.now())).exit).toBe(1)
  await b.device.end()
})

it("the demo's stores make offers by themselves, once, and lower ones when they are asked again", async () => {
  const b = await newBuyer(market)
  await market.db.updateTable('stores').set({ demo: true }).where('id', '=', b.one.shopId).execute()
  const payload = asking(b, { target: null })
  await act(b.tab, 'quote.ask', payload)
  await act(b.tab, 'quote.ask', asking(b, { shopId: b.two.shopId, productId: b.two.ids[0]! }))
  await settled(b)
  const soon = Date.now() + 10_000
  expect([await offerInDemo(market.db, Date.now()), await offerInDemo(market.db, soon)]).toEqual([0, 1])
  expect(await offerInDemo(market.db, soon + 1000)).toBe(0)
  const mine = async () => (await quotesOn(b)).find((q) => q.id === payload.id)!
  await until('the offer is here', async () => (await mine()).state === 'offered')
  expect((await mine()).rounds[1]!.lines).toEqual([{ variantId: 0, num: 100, price: 470 }])
  await act(b.tab, 'quote.counter', { id: payload.id, round: 2, lines: payload.lines, target: 450, note: '' })
  await settled(b)
  await offerInDemo(market.db, Date.now() + 60_000)
  await until('the next one is here', async () => (await mine()).rounds.length === 4)
  expect((await mine()).rounds[3]!.lines[0]!.price).toBe(450)
  await b.device.end()
})

it('of a person so many are kept, the ended ones go first, and old ones after their time', async () => {
  const b = await newBuyer(market)
  const first = asking(b)
  await act(b.tab, 'quote.ask', first)
  await settled(b)
  await sql`insert into quotes select user_id, gen_random_uuid(), store_id, product_id, title, picture, choices,
      currency, country, 'withdrawn', '[]', '[]', null, null, null, at - n * interval '1 minute', false, rev
    from quotes, generate_series(1, ${QUOTES_MAX - 1}::int) n where id = ${first.id}::uuid`.execute(market.db)
  await act(b.tab, 'quote.ask', asking(b))
  await settled(b)
  const kept = async (state: string): Promise<number> =>
    (
      await market.db
        .selectFrom('quotes')
        .select('id')
        .where('user_id', '=', b.person.uid)
        .where('deleted', '=', false)
        .where('state', '=', state as 'open')
        .execute()
    ).length
  expect([await kept('open'), await kept('withdrawn')]).toEqual([2, QUOTES_MAX - 2])
  // Only an owner's transaction is run again after a deadlock: this one must not meet the store's, which are settled.
  await settleAllOwed(market.db)
  await market.db.updateTable('quotes').set({ state: 'open' }).where('user_id', '=', b.person.uid).execute()
  await act(b.tab, 'quote.ask', asking(b))
  await until('it is refused', async () => (await outbox(b)).at(-1)?.state === 'rejected')
  expect((await outbox(b)).at(-1)!.last).toEqual({ reason: 'quotesFull', params: { max: QUOTES_MAX } })
  expect(await purgeQuotes(market.db, Date.now() + (QUOTE_DAYS + 2) * DAY)).toBeGreaterThanOrEqual(QUOTES_MAX)
  expect(await kept('open')).toBe(0)
  await b.device.end()
})
