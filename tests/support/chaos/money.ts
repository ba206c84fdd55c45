import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { byCommand } from '#server/audit/audit.ts'
import { openDatabase } from '#server/db/open.ts'
import { seededRandom, type Random } from '#server/seed/random.ts'
import type { Db } from '#server/db/tables/tables.ts'
import type { Deposits } from '#server/deposits/deposits.ts'
import { createDeposits } from '#server/networks.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { createReserves } from '#server/reserves/reserves.ts'
import { signerAt } from '#server/signer/protocol/client.ts'
import { FIRST_CONFIG } from '#server/signer/config/config.ts'
import { decideWithdrawal } from '#server/withdrawals/decide.ts'
import { Holder } from './holder.ts'
import { giveFundPassword } from '../market/fund-password.ts'
import { unsound } from '../market/orders.ts'
import { startMarket, type Market } from '../servers/servers.ts'
import { createSignerProcess, type SignerProcess } from '../servers/signer-process.ts'
import { createWatcherProcess } from '../servers/watcher-process.ts'

const PASSWORD = 'a long enough one'

export interface MoneyReport {
  /** Kills of each process. */
  kills: Readonly<Record<string, number>>
  sent: number
  withdrawn: number
  done: number
  faults: string[]
}

/** A process that is killed and started again. */
interface Mortal {
  kill(): Promise<void>
  start(): Promise<void>
}

async function prepare(db: Db, holders: number): Promise<void> {
  const now = Date.now()
  for (const command of [
    ['setting', 'deposit_terms', 'tron USDT 5 2'],
    ['rate', 'USDT', '1', 'fixed'],
    ['newAddressHours', '0'],
  ]) {
    const { exit, text } = await operate(db, command, now)
    if (exit !== 0) throw new Error(text)
  }
  const password_hash = await hash(PASSWORD)
  for (let i = 0; i < holders; i++) {
    const uid = randomUUID()
    await db
      .insertInto('users')
      .values({ id: uid, email: emailOf(i), username: `Holder ${i}`, password_hash })
      .execute()
    await giveFundPassword(db, uid)
  }
}

const emailOf = (index: number): string => `holder${index}@example.test`

/** The API, with requests that wait until it is up again. */
function reachOf(market: Market) {
  let up = Promise.resolve()
  return {
    up: () => up,
    call: (path: string, body: unknown, token: string) => market.call(path, body, token),
    kill: async () => {
      const again = Promise.withResolvers<void>()
      up = again.promise
      await market.kill()
      return again
    },
  }
}

async function signIn(market: Market, index: number, random: Random, reach: ReturnType<typeof reachOf>) {
  const { data } = await market.call('/api/user/login', { email: emailOf(index), password: PASSWORD })
  const { token, id: uid } = (data as { userinfo: { token: string; id: string } }).userinfo
  const { data: address } = await market.call('/api/recharge/address', { network: 'tron' }, token)
  const to = `test-tron-${String(index).padStart(20, '0')}`
  const account = { uid, token, password: PASSWORD, own: (address as { address: string }).address, to }
  return new Holder(account, random, reach)
}

/**
 * Follows the chain until nothing is under way any more. Operators agree to withdrawals of people who had spent coins
 * that were taken back.
 */
async function settle(db: Db, deposits: Deposits): Promise<void> {
  let underWay: string[] = []
  for (let rounds = 0; rounds < 300; rounds++) {
    await deposits.mine()
    await deposits.follow(Date.now())
    const open = await db.selectFrom('withdrawals').selectAll().where('ended_at', 'is', null).execute()
    for (const { id, state } of open)
      if (state === 'review') await decideWithdrawal(db, { id, agree: true }, Date.now(), byCommand)
    const { rows: waiting } = await sql<{ txid: string }>`
      select txid from deposits
      where not credited and height is not null and amount >= 5000000 and shortfall = 0`.execute(db)
    underWay = [
      ...open.map(({ id, state, why }) => `withdrawal ${id}: ${state}, ${why}`),
      ...waiting.map(({ txid }) => `deposit ${txid}`),
    ]
    if (underWay.length === 0) return
  }
  throw new Error(`Under way after 300 blocks:\n${underWay.join('\n')}`)
}

/** A holder's withdrawals and balance, compared with the chain. */
async function judge(db: Db, { account: { uid, to, own }, asked, faults: heard }: Holder): Promise<string[]> {
  const faults = heard.map((fault) => `${to}: ${fault}`)
  const one = async (query: ReturnType<typeof sql<{ value: string | null }>>): Promise<bigint> =>
    BigInt((await query.execute(db)).rows[0]!.value ?? '0')
  const there = await db.selectFrom('withdrawals').selectAll().where('user_id', '=', uid).execute()
  const ids = new Set(there.map(({ id }) => id))
  for (const id of asked) if (!ids.has(id)) faults.push(`lost: the withdrawal ${id} of ${to}`)
  if (there.length > asked.length) faults.push(`doubled: ${there.length} withdrawals of ${asked.length} to ${to}`)
  const paid = there.filter(({ state }) => state === 'done')
  const due = paid.reduce((sum, { amount, fee }) => sum + BigInt(amount) - BigInt(fee), 0n)
  const arrived = await one(sql`
    select sum(amount)::text as value from simulated_transfers where to_address = ${to} and height is not null`)
  if (arrived !== due) faults.push(`${arrived} units arrived at ${to}, not ${due}`)
  const received = await one(sql`
    select sum(amount)::text as value from simulated_transfers where to_address = ${own} and height is not null`)
  const left = await one(sql`
    select sum(amount)::text as value from ledger_postings where account = ${`user:${uid}:available`}`)
  const lost = await one(sql`select sum(shortfall)::text as value from deposits where user_id = ${uid}::uuid`)
  const withdrawn = paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  if (left !== received - withdrawn + lost)
    faults.push(`the balance of ${to} is ${left}: received ${received}, withdrawn ${withdrawn}, taken back ${lost}`)
  return faults
}

/** Kills each process `kills` times, at random moments and in random order. */
async function strike(mortals: Readonly<Record<string, Mortal>>, kills: number, random: Random, after: () => void) {
  const left = Object.keys(mortals).flatMap((name) => Array.from({ length: kills }, () => name))
  while (left.length > 0) {
    const [name] = left.splice(random.whole(0, left.length - 1), 1)
    await new Promise((resolve) => {
      setTimeout(resolve, random.next() * 1_500)
    })
    await mortals[name!]!.kill()
    await mortals[name!]!.start()
    after()
  }
}

/**
 * Lets people top up and withdraw through real processes (API, signer, and on PostgreSQL a watcher), kills each process
 * with SIGKILL `kills` times, and compares the ledger, the chain and the acknowledged withdrawals.
 */
export async function chaosMoney({
  kills,
  databaseUrl,
  seed = 1,
  holders: count = 24,
  progress = () => undefined,
}: {
  kills: number
  databaseUrl?: string | undefined
  seed?: number
  holders?: number
  progress?(done: number): void
}): Promise<MoneyReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'caravan-chaos-money-'))
  const options = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  const before = await openDatabase(options)
  await prepare(before.db, count)
  await before.close()
  const signer = await createSignerProcess(CONFIG)
  await signer.start()
  const env = {
    ...{ DATA_DIR: dataDir, DEMO: '0', SIMULATED_NETWORKS: '1', SIMULATED_BLOCK_SECONDS: '1' },
    SIGNER_SOCKET: signer.place.socket,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, WATCHER: '1' }),
  }
  const market = await startMarket(env)
  const watcher = databaseUrl === undefined ? undefined : createWatcherProcess(env)
  try {
    await watcher?.start()
    const random = seededRandom(seed)
    const reach = reachOf(market)
    const holders = await Promise.all(Array.from({ length: count }, (_, n) => signIn(market, n, random, reach)))
    let ended = false
    const moving = Promise.all(holders.map((holder) => holder.move(() => ended)))
    // A failure is handled where this is awaited.
    moving.catch(() => (ended = true))
    let again: PromiseWithResolvers<void> | undefined
    const api: Mortal = {
      kill: async () => void (again = await reach.kill()),
      start: async () => {
        await market.restart()
        again?.resolve()
      },
    }
    const mortals = { API: api, signer, ...(watcher && { watcher }) }
    let done = 0
    await strike(mortals, kills, random, () => progress(++done))
    ended = true
    await moving
    await watcher?.close()
    await market.kill()
    const faults = await judgeAll(options, signer, holders)
    return { kills: Object.fromEntries(Object.keys(mortals).map((name) => [name, kills])), ...faults }
  } finally {
    await watcher?.close()
    await market.close()
    await signer.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const most = { each: '1000000', address: '1000000', day: '1000000' }
const CONFIG = {
  simulated: { tron: { rate: '100000', transactions: 1_000_000 } },
  limits: { ...FIRST_CONFIG.limits, USDT: { alone: most, one: most, two: most } },
  operators: [],
}

async function judgeAll(
  options: Parameters<typeof openDatabase>[0],
  { place }: SignerProcess,
  holders: readonly Holder[],
): Promise<Omit<MoneyReport, 'kills'>> {
  const { db, close } = await openDatabase(options)
  try {
    const deposits = await createDeposits(db, { simulatedSeconds: 1, signer: signerAt(place.socket) })
    await settle(db, deposits)
    const faults = await unsound(db)
    for (const holder of holders) faults.push(...(await judge(db, holder)))
    const { coins, faults: wrong } = await createReserves(db, deposits, 0).prove(Date.now())
    faults.push(...wrong.map((fault) => `reserves: ${JSON.stringify(fault)}`))
    for (const { asset, state } of coins) if (state !== 'enough') faults.push(`reserves of ${asset}: ${state}`)
    const states = await db.selectFrom('withdrawals').select('state').execute()
    return {
      sent: (await db.selectFrom('deposits').select('txid').execute()).length,
      withdrawn: states.length,
      done: states.filter(({ state }) => state === 'done').length,
      faults,
    }
  } finally {
    await close()
  }
}
