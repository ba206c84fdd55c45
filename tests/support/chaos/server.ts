import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { openDatabase } from '#server/db/open.ts'
import { seededRandom, type Random } from '#server/seed/random.ts'
import type { Db } from '#server/db/tables/tables.ts'
import { available } from '#server/ledger/accounts.ts'
import { askMarket } from '#server/operator/commands/ask.ts'
import { Shopper, type Goods, type Reach } from './shopper.ts'
import { giveFundPassword } from '../market/fund-password.ts'
import { giveMoney, makeAddress, makeShop, moneyOn, unsound } from '../market/orders.ts'
import { startMarket, type Market } from '../servers/servers.ts'

const MONEY = 50_000_000
const STOCK = 100_000
const PASSWORD = 'a long enough one'

/** The result of a run: `struck` kills broke requests that were under way, `abreast` requests each on average. */
export interface ChaosReport {
  kills: number
  struck: number
  abreast: number
  intents: number
  orders: number
  payments: number
  faults: string[]
}

interface Person {
  uid: string
  email: string
  password: string
  addressId: string
  incarnation: string
}

async function prepare(
  db: Db,
  shoppers: number,
): Promise<{ goods: Goods; people: Person[]; made: Map<number, number> }> {
  const price = 250
  const stocked = { stock: STOCK, ladder: [{ from: 1, price }] }
  // One of them runs out on the way.
  const { shopId, ids } = await makeShop(db, [stocked, stocked, stocked, { ...stocked, stock: 40 }])
  const password_hash = await hash(PASSWORD)
  const people: Person[] = []
  for (let i = 0; i < shoppers; i++) {
    const uid = randomUUID()
    const email = `shopper${i}@example.test`
    await db.insertInto('users').values({ id: uid, email, username: email, password_hash }).execute()
    await giveFundPassword(db, uid)
    await giveMoney(db, uid, MONEY)
    people.push({
      uid,
      email,
      password: PASSWORD,
      addressId: await makeAddress(db, uid),
      incarnation: `incarnation${i}`,
    })
  }
  return {
    goods: { shopId, kept: ids[0]!, sold: ids.slice(1), price },
    people,
    made: new Map(ids.map((id, i) => [id, i === 3 ? 40 : STOCK])),
  }
}

/** Compares the answers that a shopper got with the database; returns the faults. */
async function judge(db: Db, shopper: Shopper, kept: number): Promise<string[]> {
  const faults = [...shopper.faults]
  const orders = new Map(
    (await db.selectFrom('orders').selectAll().where('user_id', '=', shopper.uid).execute()).map((o) => [o.id, o]),
  )
  const { placed, paid, shipped, received, cancelled } = shopper.acknowledged
  const lost = (
    what: string,
    ids: Set<string>,
    there: (o: NonNullable<ReturnType<typeof orders.get>>) => boolean,
  ): void => {
    for (const id of ids)
      if (!orders.has(id) || !there(orders.get(id)!))
        faults.push(`lost: ${id} was ${what}, and is ${orders.get(id)?.state ?? 'not there'}`)
  }
  lost('placed', placed, () => true)
  lost('paid', paid, (o) => o.paid_at !== null)
  lost('shipped', shipped, (o) => o.shipped_at !== null)
  lost('received', received, (o) => o.received_at !== null)
  lost('cancelled', cancelled, (o) => o.state === 'cancelled')
  if (orders.size !== placed.size) faults.push(`doubled: ${orders.size} orders of ${placed.size}`)
  const added = shopper.intents.filter(
    (i) => i.name === 'cart.add' && shopper.answers.get(i.seq)?.outcome === 'accepted',
  ).length
  const line = await db
    .selectFrom('cart_lines')
    .select('num')
    .where('user_id', '=', shopper.uid)
    .where('product_id', '=', kept)
    .executeTakeFirst()
  if ((line?.num ?? 0) !== added) faults.push(`${added} pieces were put into the cart, ${line?.num ?? 0} are there`)
  const spent = [...orders.values()]
    .filter((o) => o.state === 'paid' || o.state === 'shipped' || o.state === 'received')
    .reduce((sum, o) => sum + o.due, 0)
  const left = await moneyOn(db, available(shopper.uid))
  if (left !== MONEY - spent) faults.push(`the balance is ${left}, not ${MONEY - spent}`)
  return faults
}

/** The server as shoppers reach it: its requests are counted, so that it can be killed in the middle of some. */
class Target implements Reach {
  readonly #market: Market
  readonly #dataDir: string
  #up = Promise.resolve()
  #underWay = 0
  #answered = 0
  #strike: { at: number; now(): void } | undefined
  /** Kills that broke requests, and how many requests they broke in all. */
  struck = 0
  broken = 0

  constructor(market: Market, dataDir: string) {
    this.#market = market
    this.#dataDir = dataDir
  }

  up = (): Promise<void> => this.#up

  call: Reach['call'] = async (path, body, token) => {
    this.#underWay++
    // The request that others are to be broken beside has just been written.
    if (this.#strike && this.#answered >= this.#strike.at) this.strikeNow()
    try {
      const answer = await this.#market.call(path, body, token)
      this.#answered++
      return answer
    } finally {
      this.#underWay--
    }
  }

  // A socket that breaks in the middle of the answer is the same as a broken connection.
  operate: Reach['operate'] = async (args) =>
    (
      await askMarket(this.#dataDir, args).catch((error: unknown) => {
        throw new TypeError('the operator was cut off', { cause: error })
      })
    )?.exit

  /** Lets the planned kill happen now, without waiting for another request. */
  strikeNow(): void {
    this.#strike?.now()
  }

  /** Kills the server after some answers and a moment into the next request, and starts it again. */
  async killAmidRequests(random: Random): Promise<void> {
    const at = this.#answered + random.whole(3, 40)
    await new Promise<void>((now) => {
      this.#strike = { at, now }
    })
    this.#strike = undefined
    // Before, in or after its transaction.
    await new Promise((resolve) => {
      setTimeout(resolve, random.next() * 20)
    })
    if (this.#underWay > 0) this.struck++
    this.broken += this.#underWay
    const again = Promise.withResolvers<void>()
    this.#up = again.promise
    await this.#market.kill()
    await this.#market.restart()
    again.resolve()
  }
}

/**
 * Lets shoppers trade with a real server process; `kills` times kills it with SIGKILL in the middle of their requests
 * and starts it again. Then compares all acknowledged answers with the database.
 */
export async function chaosServer({
  kills,
  databaseUrl,
  seed = 1,
  shoppers: count = 4,
  progress = () => undefined,
}: {
  kills: number
  databaseUrl?: string | undefined
  seed?: number
  shoppers?: number
  progress?(done: number): void
}): Promise<ChaosReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'caravan-chaos-'))
  const options = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  const before = await openDatabase(options)
  const { goods, people, made } = await prepare(before.db, count)
  await before.close()
  const random = seededRandom(seed)
  const market = await startMarket({
    DATA_DIR: dataDir,
    DEMO: '0',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  const target = new Target(market, dataDir)
  try {
    const shoppers: Shopper[] = []
    for (const person of people) {
      const { data } = await market.call('/api/user/login', { email: person.email, password: person.password })
      shoppers.push(
        new Shopper(
          { ...person, token: (data as { userinfo: { token: string } }).userinfo.token },
          goods,
          random,
          target,
        ),
      )
    }
    let ended = false
    const trading = Promise.all(shoppers.map((s) => s.trade(() => ended)))
    // A failure is handled where this is awaited; until then it must not end the process.
    trading.catch(() => {
      ended = true
      target.strikeNow()
    })
    for (let done = 0; done < kills && !ended; done++) {
      await target.killAmidRequests(random)
      progress(done + 1)
    }
    ended = true
    await trading
    for (const shopper of shoppers) await shopper.settle()
    await market.kill()
    const after = await openDatabase(options)
    try {
      const faults = await unsound(after.db, made)
      for (const shopper of shoppers) faults.push(...(await judge(after.db, shopper, goods.kept)))
      const sum = (of: (s: Shopper) => number): number => shoppers.reduce((total, s) => total + of(s), 0)
      return {
        kills,
        struck: target.struck,
        abreast: target.broken / Math.max(1, target.struck),
        intents: sum((s) => s.answers.size),
        orders: sum((s) => s.acknowledged.placed.size),
        payments: sum((s) => s.acknowledged.paid.size),
        faults,
      }
    } finally {
      await after.close()
    }
  } finally {
    await market.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
