import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import type { Tx } from '../db/tables.ts'
import { available, balance, grantTestMoney, holdsTestMoney, post, type Posting } from './ledger.ts'

let open: OpenDatabase
beforeAll(async () => {
  open = await openDatabase()
})
afterAll(() => open.close())

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => open.db.transaction().execute(work)
const usd = (account: string, amount: number): Posting => ({ account, currency: 'USD', amount })
const entries = async (): Promise<number> =>
  Number(
    (
      await open.db
        .selectFrom('ledger_entries')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('post', () => {
  it('moves money from account to account', async () => {
    expect(await inTx((tx) => post(tx, 'order:1', [usd('a', -1250), usd('b', 1200), usd('fees', 50)]))).toBe(true)
    expect(await inTx((tx) => post(tx, 'order:2', [usd('b', -200), usd('a', 200)]))).toBe(true)
    expect(await Promise.all(['a', 'b', 'fees', 'nobody'].map((account) => balance(open.db, account, 'USD')))).toEqual([
      -1050, 1000, 50, 0,
    ])
  })

  it('writes an entry of one cause once', async () => {
    expect(await inTx((tx) => post(tx, 'once', [usd('c', -5), usd('d', 5)]))).toBe(true)
    expect(await inTx((tx) => post(tx, 'once', [usd('c', -7), usd('d', 7)]))).toBe(false)
    expect(await balance(open.db, 'd', 'USD')).toBe(5)
  })

  it('writes it once also when asked at the same time', async () => {
    const done = await Promise.all(
      Array.from({ length: 8 }, () => inTx((tx) => post(tx, 'at-once', [usd('e', -3), usd('f', 3)]))),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await balance(open.db, 'f', 'USD')).toBe(3)
  })

  it('keeps each currency apart', async () => {
    await inTx((tx) =>
      post(tx, 'two currencies', [
        usd('g', -100),
        usd('h', 100),
        { account: 'g', currency: 'EUR', amount: 90 },
        { account: 'h', currency: 'EUR', amount: -90 },
      ]),
    )
    expect([await balance(open.db, 'g', 'USD'), await balance(open.db, 'g', 'EUR')]).toEqual([-100, 90])
  })

  it.each<[string, Posting[], string]>([
    ['does not add up', [usd('a', -10), usd('b', 9)], 'Postings of USD add up to -1, not to zero'],
    [
      'adds up only over two currencies',
      [usd('a', -10), { account: 'b', currency: 'EUR', amount: 10 }],
      'Postings of USD add up to -10, not to zero',
    ],
    ['has fractions', [usd('a', -0.5), usd('b', 0.5)], 'A posting of -0.5 USD to a is no amount'],
    [
      'is not exact any more',
      [usd('a', -(2 ** 53)), usd('b', 2 ** 53)],
      'A posting of -9007199254740992 USD to a is no amount',
    ],
    ['is not a number', [usd('a', NaN), usd('b', NaN)], 'A posting of NaN USD to a is no amount'],
    ['moves nothing', [usd('a', 0), usd('b', 0)], 'A posting of 0 USD to a is no amount'],
    ['has one side', [usd('a', 1)], 'An entry has at least two postings'],
    ['names an account twice', [usd('a', -2), usd('b', 1), usd('b', 1)], 'Two postings of USD to b'],
  ])('writes nothing that %s', async (_what, postings, message) => {
    const before = await entries()
    await expect(inTx((tx) => post(tx, 'wrong', postings))).rejects.toThrow(message)
    expect(await entries()).toBe(before)
  })

  it('is undone with its transaction', async () => {
    const failing = inTx(async (tx) => {
      await post(tx, 'undone', [usd('i', -1), usd('j', 1)])
      throw new Error('the order failed')
    })
    await expect(failing).rejects.toThrow('the order failed')
    expect(await balance(open.db, 'j', 'USD')).toBe(0)
    expect(await inTx((tx) => post(tx, 'undone', [usd('i', -1), usd('j', 1)]))).toBe(true)
  })
})

describe('test money', () => {
  const [rich, poor] = ['0f6f3c1e-0000-4000-8000-000000000001', '0f6f3c1e-0000-4000-8000-000000000002']

  it('is given once and told apart', async () => {
    expect(await inTx((tx) => grantTestMoney(tx, rich, 500_000, 'USD'))).toBe(true)
    expect(await inTx((tx) => grantTestMoney(tx, rich, 500_000, 'USD'))).toBe(false)
    await inTx((tx) => post(tx, 'deposit', [usd('outside', -70), usd(available(poor), 70)]))
    expect([await balance(open.db, available(rich), 'USD'), await balance(open.db, available(poor), 'USD')]).toEqual([
      500_000, 70,
    ])
    expect([
      await holdsTestMoney(open.db, rich, 'USD'),
      await holdsTestMoney(open.db, rich, 'EUR'),
      await holdsTestMoney(open.db, poor, 'USD'),
    ]).toEqual([true, false, false])
  })

  it('leaves the whole ledger at zero', async () => {
    const sums = await open.db
      .selectFrom('ledger_postings')
      .select((eb) => eb.fn.sum('amount').as('sum'))
      .groupBy('currency')
      .execute()
    expect(sums.map((s) => Number(s.sum))).toEqual([0, 0])
  })
})
