import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asset } from '#contract/coins/assets.ts'
import { chainStart, linkText } from '#contract/ledger/chain.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import type { Tx } from '../db/tables/tables.ts'
import { available, TEST_MINT } from './accounts.ts'
import { balance, balances, post, transfer, type Posting } from './ledger.ts'
import { grantTestMoney, holdsTestMoney, takeTestMoneyBack, testMoneyHolders } from './test-money.ts'

let open: OpenDatabase
beforeAll(async () => {
  open = await openDatabase()
  for (const account of ['store:1', 'store:2', 'store:3'])
    await inTx((tx) => post(tx, `begin ${account}`, [usdt('outside:test', -10_000n), usdt(account, 10_000n)]))
})
afterAll(() => open.close())

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => open.db.transaction().execute(work)
const usdt = (account: string, amount: bigint): Posting => ({ account, asset: 'tUSDT', amount })
const entries = async (): Promise<number> =>
  Number(
    (
      await open.db
        .selectFrom('ledger_entries')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const held = (account: string, asset: Asset = 'tUSDT') => balance(open.db, account, asset)

describe('post', () => {
  it('moves money from account to account', async () => {
    expect(
      await inTx((tx) =>
        post(tx, 'order:1', [usdt('store:1', -1250n), usdt('store:2', 1200n), usdt('market:fee', 50n)]),
      ),
    ).toBe(true)
    expect(await inTx((tx) => post(tx, 'order:2', [usdt('store:2', -200n), usdt('store:1', 200n)]))).toBe(true)
    expect(await Promise.all(['store:1', 'store:2', 'store:9'].map((account) => held(account)))).toEqual([
      8950n,
      11_000n,
      0n,
    ])
  })

  it('writes an entry of one cause once', async () => {
    expect(await inTx((tx) => post(tx, 'once', [usdt('outside:test', -5n), usdt('escrow:once', 5n)]))).toBe(true)
    expect(await inTx((tx) => post(tx, 'once', [usdt('outside:test', -7n), usdt('escrow:once', 7n)]))).toBe(false)
    expect(await held('escrow:once')).toBe(5n)
  })

  it('writes it once also when asked at the same time', async () => {
    const done = await Promise.all(
      Array.from({ length: 8 }, () =>
        inTx((tx) => post(tx, 'at-once', [usdt('outside:test', -3n), usdt('escrow:at-once', 3n)])),
      ),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await held('escrow:at-once')).toBe(3n)
  })

  it('keeps each asset apart, test money from real money also', async () => {
    const eth = 123_456_789_012_345_678_901n
    await inTx((tx) =>
      post(tx, 'three assets', [
        usdt('outside:test', -100n),
        usdt('escrow:apart', 100n),
        { account: 'outside:test', asset: 'USDT', amount: -90n },
        { account: 'escrow:apart', asset: 'USDT', amount: 90n },
        { account: 'outside:test', asset: 'tETH', amount: -eth },
        { account: 'escrow:apart', asset: 'tETH', amount: eth },
      ]),
    )
    expect(await balances(open.db, 'escrow:apart')).toEqual(
      new Map([
        ['USDT', 90n],
        ['tETH', eth],
        ['tUSDT', 100n],
      ]),
    )
  })

  it.each<[string, Posting[], string]>([
    ['does not add up', [usdt('store:1', -10n), usdt('store:2', 9n)], 'Postings of tUSDT add up to -1, not to zero'],
    [
      'adds up only over two assets',
      [usdt('store:1', -10n), { account: 'store:2', asset: 'USDT', amount: 10n }],
      'Postings of tUSDT add up to -10, not to zero',
    ],
    ['moves nothing', [usdt('store:1', 0n), usdt('store:2', 0n)], 'A posting of 0 tUSDT to store:1 is no amount'],
    ['has one side', [usdt('store:1', 1n)], 'An entry has at least two postings'],
    [
      'names an account twice',
      [usdt('store:1', -2n), usdt('store:2', 1n), usdt('store:2', 1n)],
      'Two postings of tUSDT to store:2',
    ],
    [
      'leaves less than nothing',
      [usdt('store:3', -10_001n), usdt('store:1', 10_001n)],
      'would leave store:3 at -1 tUSDT',
    ],
  ])('writes nothing that %s', async (_what, postings, message) => {
    const before = await entries()
    await expect(inTx((tx) => post(tx, 'wrong', postings))).rejects.toThrow(message)
    expect(await entries()).toBe(before)
  })

  it('is undone with its transaction', async () => {
    const failing = inTx(async (tx) => {
      await post(tx, 'undone', [usdt('outside:test', -1n), usdt('escrow:undone', 1n)])
      throw new Error('the order failed')
    })
    await expect(failing).rejects.toThrow('the order failed')
    expect(await held('escrow:undone')).toBe(0n)
    expect(await inTx((tx) => post(tx, 'undone', [usdt('outside:test', -1n), usdt('escrow:undone', 1n)]))).toBe(true)
  })
})

describe('transfer', () => {
  const move = (cause: string, amount: bigint) =>
    inTx((tx) => transfer(tx, { cause, from: 'store:3', to: 'escrow:moved', amount, asset: 'tUSDT' }))

  it('moves what is there, and nothing for an amount of zero', async () => {
    await move('moved', 400n)
    await move('moved nothing', 0n)
    expect([await held('store:3'), await held('escrow:moved')]).toEqual([9600n, 400n])
  })

  it('throws where it happened already, and for less than nothing', async () => {
    await expect(move('moved', 1n)).rejects.toThrow('moved is in the ledger already')
    await expect(move('taken', -1n)).rejects.toThrow('A transfer of -1 tUSDT')
  })
})

describe('an account', () => {
  it('is a chain: each link is the hash of the one before it and of what is posted', async () => {
    const { rows } = await sql<{
      entry: number
      cause: string
      at: number
      amount: string
      balance: string
      hash: Uint8Array
    }>`
      select p.entry_id as entry, e.cause, floor(extract(epoch from e.created_at) * 1000)::bigint as at,
        p.amount::text, p.balance::text, p.hash
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account = 'store:1' order by p.seq`.execute(open.db)
    expect(rows.length).toBe(3)
    let link = createHash('sha256').update(chainStart('store:1', 'tUSDT')).digest()
    let left = 0n
    for (const { entry, cause, at, amount, balance: after, hash } of rows) {
      left += BigInt(amount)
      expect(BigInt(after)).toBe(left)
      const text = linkText({ entry, cause, at, amount: BigInt(amount), balance: left })
      link = createHash('sha256').update(link).update(text).digest()
      expect(Buffer.from(hash)).toEqual(link)
    }
  })

  it('of the market is none, so that nobody waits there for somebody else', async () => {
    const { rows } = await sql`select from ledger_postings
      where account !~ '^(user|store|escrow|withdrawal):' and (seq is not null or hash is not null)`.execute(open.db)
    expect(rows).toEqual([])
  })
})

it.each([
  'update ledger_postings set amount = amount + 1',
  'delete from ledger_postings',
  `update ledger_entries set cause = cause || '!'`,
  'delete from ledger_entries',
  'update ledger_heads set balance = balance + 1',
  'delete from ledger_heads',
  'truncate ledger_postings',
  'truncate ledger_heads',
])('the database refuses: %s', async (statement) => {
  await expect(sql.raw(statement).execute(open.db)).rejects.toThrow('the ledger is append-only')
})

describe('test money', () => {
  const [rich, poor] = ['0f6f3c1e-0000-4000-8000-000000000001', '0f6f3c1e-0000-4000-8000-000000000002']

  it('is given once and told apart', async () => {
    expect(await inTx((tx) => grantTestMoney(tx, rich, 500_000n))).toBe(true)
    expect(await inTx((tx) => grantTestMoney(tx, rich, 500_000n))).toBe(false)
    await inTx((tx) =>
      post(tx, 'deposit', [
        { account: 'outside:bitcoin', asset: 'BTC', amount: -70n },
        { account: available(poor), asset: 'BTC', amount: 70n },
      ]),
    )
    expect([await held(available(rich)), await held(available(poor), 'BTC')]).toEqual([500_000n, 70n])
    expect(await Promise.all([rich, poor].map((id) => holdsTestMoney(open.db, id)))).toEqual([true, false])
  })

  it('goes back to where it came from, and real money stays', async () => {
    const holders = await testMoneyHolders(open.db)
    await inTx((tx) => takeTestMoneyBack(tx, rich))
    await inTx((tx) => takeTestMoneyBack(tx, poor))
    expect([await held(available(rich)), await held(available(poor), 'BTC')]).toEqual([0n, 70n])
    expect(await testMoneyHolders(open.db)).toBe(holders - 1)
    const minted = await open.db
      .selectFrom('ledger_postings')
      .select('amount')
      .where('account', '=', TEST_MINT)
      .execute()
    expect(minted.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(0n)
  })

  it('leaves the whole ledger at zero', async () => {
    const { rows } = await sql<{ sum: string }>`
      select sum(amount)::text as sum from ledger_postings group by asset`.execute(open.db)
    expect(rows.map(({ sum }) => sum)).toEqual(['0', '0', '0', '0'])
  })
})
