import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { MutationName, Payload } from '#contract/registry.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import type { Db } from '#server/db/tables/tables.ts'
import { addMember } from '#server/members/members.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { seededRandom, type Random } from '#server/seed/random.ts'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from '../market/market.ts'
import { newOperator } from '../market/operator.ts'
import { giveMoney, makeAddress, makeShop, type TestShop } from '../market/orders.ts'
import { fileIdOf, testPicture } from '../market/pictures.ts'
import { startPostgres } from '../servers/postgres.ts'

/** The money of a new buyer (minor units): less than several orders come to, so that payments compete for it. */
export const MONEY = 60_000
const [BUYERS, STORES, OWNERS] = [4, 2, 3]
/** Few enough that the last pieces of a shelf are asked for by several at once. */
const STOCK = 24
/** An intent that is `busy`, or comes when too much is under way, is sent again so often. */
const TRIES = 40

/** Somebody who acts: a buyer, or a member of a store. */
export interface Racer extends TestPerson {
  token: string
  addressId: string
  code: string
}

/** Which databases a race can be over. */
export type RaceDb = 'pglite' | 'postgres'

/** A market that is raced in: several processes of it over one PostgreSQL, or the only one over PGlite. */
export interface RaceStage {
  markets: readonly TestMarket[]
  db: Db
  /** Its clock (Unix ms); minutes pass between the rounds. */
  now: number
  buyers: Racer[]
  /** People who act or have acted for a store, by uid. */
  staff: Map<string, Racer>
  stores: readonly TestShop[]
  operators: readonly string[]
  /** Files that buyers send. */
  pictures: readonly Buffer[]
  /** Pieces of each product that were ever on the shelf; those of products that are counted change by themselves. */
  made: Map<number, number>
  counted: ReadonlySet<number>
  faults: string[]
  close(): Promise<void>
}

/** The product of a store whose pieces its members count. */
export const COUNTED = 2

const wide = { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 1000 }

/** Opens the market's processes over an empty database. */
async function openMarkets(kind: RaceDb, now: () => number): Promise<[TestMarket[], () => Promise<void>]> {
  const key = (): string => randomBytes(32).toString('base64')
  const options = {
    ...{ now, anonymous: wide, signedIn: { session: wide, person: wide } },
    keys: { seal: key(), sign: key() },
  }
  const postgres = kind === 'postgres' ? await startPostgres() : undefined
  const databaseUrl = await postgres?.marketDatabase()
  const markets =
    databaseUrl === undefined
      ? [await openTestMarket(options)]
      : [await openTestMarket({ ...options, databaseUrl }), await openTestMarket({ ...options, databaseUrl })]
  return [
    markets,
    async () => {
      for (const market of markets) await market.close()
      await postgres?.stop()
    },
  ]
}

/** Somebody new, with an address, and money if they buy. */
export async function newRacer(
  { markets: [market], db }: Pick<RaceStage, 'markets' | 'db'>,
  money = 0,
): Promise<Racer> {
  const person = await market!.person()
  if (money > 0) await giveMoney(db, person.uid, money)
  const { invitation } = await db
    .selectFrom('users')
    .select('invitation')
    .where('id', '=', person.uid)
    .executeTakeFirstOrThrow()
  return {
    ...person,
    token: await market!.login(person),
    addressId: await makeAddress(db, person.uid),
    code: invitation,
  }
}

/** Makes somebody new an owner of a store. */
export async function newOwner(s: Pick<RaceStage, 'markets' | 'db' | 'staff'>, store: TestShop): Promise<void> {
  const racer = await newRacer(s)
  s.staff.set(racer.uid, racer)
  await s.db.transaction().execute((tx) => addMember(tx, store.shopId, racer.uid, 'owner'))
}

export async function openStage(kind: RaceDb): Promise<RaceStage> {
  const clock = { now: Date.now() }
  const [markets, close] = await openMarkets(kind, () => clock.now)
  const [first] = markets as [TestMarket]
  const { db } = first
  const ladder = [{ from: 1, price: 500 }]
  const stores: TestShop[] = []
  for (let n = 0; n < STORES; n++)
    stores.push(
      await makeShop(db, [
        { stock: STOCK, ladder },
        { variants: [{ stock: STOCK }, { stock: STOCK, extra: 100 }], ladder },
        { stock: STOCK, ladder },
      ]),
    )
  const stage = {
    ...{ markets, db, stores, buyers: [], staff: new Map<string, Racer>(), close, faults: [] },
    operators: [
      await newOperator(first, 'orders', 'people', 'catalogue', 'staff', 'money'),
      await newOperator(first, 'orders', 'people', 'catalogue', 'staff', 'money'),
    ],
    pictures: await Promise.all([1, 2, 3, 4, 5, 6].map((n) => testPicture(n, 16))),
    made: new Map(stores.flatMap(({ ids: [one, two] }) => [[one!, STOCK] as const, [two!, 2 * STOCK] as const])),
    counted: new Set(stores.map(({ ids }) => ids[COUNTED]!)),
    get now() {
      return clock.now
    },
    set now(ms: number) {
      clock.now = ms
    },
  } satisfies RaceStage as RaceStage
  for (let n = 0; n < BUYERS; n++) stage.buyers.push(await newRacer(stage, MONEY))
  for (const store of stores) for (let n = 0; n < OWNERS; n++) await newOwner(stage, store)
  await db
    .updateTable('sessions')
    .set({ proven_until: new Date(clock.now + 365 * 86_400_000) })
    .where('proven_until', 'is not', null)
    .execute()
  // Refunds of more than a few pieces wait for a second operator.
  await operate(db, ['second', '20.00'], clock.now)
  // Withdrawals of more than a few coins wait for an operator, larger ones for two.
  await operate(db, ['withdrawOne', '50.00'], clock.now)
  await operate(db, ['withdrawTwo', '250.00'], clock.now)
  await operate(db, ['setting', 'deposit_terms', 'tron USDT 5 3'], clock.now)
  await settleAllOwed(db)
  return stage
}

/** Which of the market's processes somebody comes to. */
export const aMarket = ({ markets }: RaceStage, random: Random): TestMarket => random.pick(markets)

/** The outcome of an answer, in a word; one that no caller may get is a fault. */
export function wordOf(s: RaceStage, what: string, answer: TestAnswer): string {
  if (answer.status >= 500 && answer.status !== 503) s.faults.push(`${what} was answered with ${answer.status}`)
  if (answer.code === 1) return 'accepted'
  const { reason } = (answer.data ?? {}) as { reason?: string }
  return reason ?? String(answer.status)
}

let devices = 0

/** An intent of somebody's, for themselves or for a store, and how it comes to the market. */
export interface Sent<N extends MutationName> {
  by: Racer
  store?: TestShop
  name: N
  payload: Payload<N>
}

/**
 * Sends an intent by a new device: once, or the same to all processes at once, which must be decided alike. Of a `busy`
 * one it is sent again; without an end that is a fault. Returns what it came to.
 */
export async function send<N extends MutationName>(s: RaceStage, random: Random, sent: Sent<N>): Promise<string> {
  const { by, store, name, payload } = sent
  const intents = [{ seq: 1, name, payload, createdAt: 0 }]
  const body = { v: 1, uid: store?.uid ?? by.uid, incarnation: `racer${++devices}x`, now: 0, intents }
  const markets = random.chance(0.2) ? [...s.markets, aMarket(s, random)] : [aMarket(s, random)]
  const words = await Promise.all(markets.map((market) => ended(s, market, body, { name, token: by.token })))
  // By what the first did they may be no member any more, or gone: then the others are sent away unread.
  const decided = new Set(words.filter((word) => !['wrongOwner', 'accountGone'].includes(word)))
  if (decided.size > 1) s.faults.push(`${name} was decided as ${words.join(' and ')}`)
  return [...decided][0] ?? words[0]!
}

async function ended(
  s: RaceStage,
  market: TestMarket,
  body: object,
  { name, token }: { name: string; token: string },
): Promise<string> {
  for (let n = 0; n < TRIES; n++) {
    const answer = await market.call('/api/sync/push', body, token)
    const word = wordOf(s, name, answer)
    // All of them come from one address, which may have so much under way.
    if (word === 'tooManyAttempts') {
      await setTimeout(50)
      continue
    }
    if (word !== 'accepted') return word
    const [result] = (answer.data as { results: PushResult[] }).results
    if (!result) break
    if (result.outcome === 'refused' || result.outcome === 'needsConsent') return result.refusal!.reason
    if (result.outcome === 'accepted') return 'accepted'
    // A membership that ended meanwhile is told by the next push.
  }
  s.faults.push(`${name} came to no end`)
  return 'endless'
}

/** Sends some of the pictures, and returns their ids. */
export async function upload(s: RaceStage, random: Random, by: Racer): Promise<string[]> {
  const some = random.some(s.pictures, random.whole(1, 6))
  for (const file of some)
    wordOf(s, 'a file', await aMarket(s, random).call('/api/index/upload', { file: file.toString('base64') }, by.token))
  return some.map(fileIdOf)
}

/** A stream of chance of one act's own, so that what others draw meanwhile changes nothing of it. */
export const ownChance = (random: Random): Random => seededRandom(random.whole(0, 2 ** 31))
