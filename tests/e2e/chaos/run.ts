import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { openDatabase } from '#server/db/open.ts'
import { seededRandom, type Random } from '#server/seed/random.ts'
import type { Db } from '#server/db/tables/tables.ts'
import { networkFaults, startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { Gone } from '../../support/browsers/cdp.ts'
import { giveFundPassword } from '../../support/market/fund-password.ts'
import { makeAddress, makeShop, unsound } from '../../support/market/orders.ts'
import { startMarket } from '../../support/servers/servers.ts'
import type { Engine } from '../engines/engine.ts'
import { Device, within } from './device.ts'
import { Ledger, piecesAt, type Buyer, type Verdict } from './ledger.ts'
import type { Scene } from './scene.ts'
import { anyEngine, kills, strikes, type Strike } from './strikes.ts'

/** The number of strikes during which two buyers share the device; then everything heals, and two others come. */
const EPOCH = 25
const STOCK = 100
const PASSWORD = 'a long enough one'
/** The longest time from the end of the faults until everything that can be sent has its effect (ms; I8). */
const HEALED = 90_000
const PER_STRIKE = 12

/** How often each strike is made, of a thousand. */
const weights: Record<Strike, number> = {
  'browser killed': 460,
  'pressed on the screen': 40,
  'page crashed': 190,
  'page closed': 60,
  'worker ended': 20,
  'service worker stopped': 70,
  'service worker updated': 20,
  'five tabs at once': 30,
  'back and forward': 30,
  'disk full': 25,
  'site data cleared': 25,
  'newer app over the database': 25,
  'page frozen': 5,
}

/**
 * The outcome of a run. `missed`: strikes that could not be made, such as at a push that was not sent. `restored`:
 * pages that came back out of the back/forward cache.
 */
export interface ChaosReport extends Verdict {
  kills: number
  strikes: Map<Strike, number>
  missed: Map<Strike, number>
  restored: number
  network: Map<string, number>
  seconds: number
}
export interface ChaosOptions {
  /** Goes on until this many of its strikes were kills; or makes exactly these strikes, in this order. */
  kills: number | readonly Strike[]
  seed?: number
  progress?(kills: number): void
  /** Leaves out what takes long by its nature. */
  brief?: boolean
  /** Another engine than Chromium; then only what every engine can be made to suffer. */
  engine?: Engine
}

async function prepare(db: Db, strikesToCome: number): Promise<{ shopId: number; ids: number[]; buyers: Buyer[] }> {
  const { shopId, ids } = await makeShop(
    db,
    Array.from({ length: 100 + strikesToCome * PER_STRIKE }, () => ({
      stock: STOCK,
      ladder: [{ from: 1, price: 250 }],
    })),
  )
  const password_hash = await hash(PASSWORD)
  const buyers: Buyer[] = []
  for (let i = 0; i < 2 * (1 + Math.ceil(strikesToCome / EPOCH)); i++) {
    const uid = randomUUID()
    const email = `buyer${i}@example.test`
    await db.insertInto('users').values({ id: uid, email, username: email, password_hash }).execute()
    await giveFundPassword(db, uid)
    buyers.push({ uid, email, password: PASSWORD, addressId: await makeAddress(db, uid) })
  }
  return { shopId, ids, buyers }
}

/** How the network is during a strike. */
function mood(proxy: FaultProxy, random: Random): void {
  proxy.letGo()
  const fault = random.chance(0.45) ? undefined : random.pick(networkFaults)
  const often = 0.3 + 0.7 * random.next()
  proxy.before = ({ path }) => (fault && path.startsWith('/api/') && random.chance(often) ? fault : undefined)
}
function calm(proxy: FaultProxy): void {
  proxy.before = () => undefined
  proxy.letGo()
}

/** The next strike by chance. What would take away another's unsent work, of which nobody alive knows, is not made. */
function choose(
  { device, ledger, random, buyer }: Scene,
  both: readonly Buyer[],
  healedAt: number,
  brief: boolean,
): Strike {
  const names = (Object.keys(weights) as Strike[]).filter((name) => !device.engine || anyEngine.has(name))
  let at = random.next() * names.reduce((sum, name) => sum + weights[name], 0)
  const strike = names.find((name) => (at -= weights[name]) < 0) ?? 'browser killed'
  if (brief && strike === 'page frozen') return 'browser killed'
  const others = both.some((b) => b.uid !== buyer.uid && ledger.touched(b.uid, healedAt))
  return strike === 'site data cleared' && others ? 'browser killed' : strike
}

/** Makes one strike at the device. Whether it could be made; what went wrong goes to `faults`. */
async function make(strike: Strike, scene: Scene, faults: string[]): Promise<boolean> {
  const { device, random } = scene
  try {
    calm(device.proxy)
    await device.signIn(scene.buyer)
    mood(device.proxy, random)
    return (await strikes[strike](scene)) !== false
  } catch (error) {
    // The page that it was done to went away in the middle; what was said before has been heard.
    if (!(error instanceof Gone)) faults.push(`${strike}: ${String(error).slice(0, 300)}`)
    await device.kill()
    return true
  }
}

/** After the faults: what waits of each has its effect in time, and nothing is left in the person's way. */
async function heal(device: Device, both: readonly Buyer[], faults: string[]): Promise<void> {
  calm(device.proxy)
  await device.kill()
  for (const buyer of both) {
    await device.signIn(buyer)
    await (await device.tab()).run('door("flush", true)')
    let left = await device.waiting(buyer)
    await within(HEALED, async () => (left = await device.waiting(buyer)).pending.length === 0)
    if (left.pending.length > 0) faults.push(`stuck: ${left.pending.join()}`)
    if (left.bad.length > 0) faults.push(`refused: ${left.bad.join()}`)
  }
}

/**
 * Lets a real browser's page trade through a faulty network, kills and disturbs it in every way, and compares what it
 * called saved with what the shop holds.
 */
export async function chaosBrowser(options: ChaosOptions): Promise<ChaosReport> {
  const { kills: wanted, seed = 1, progress = () => undefined, brief = false } = options
  const since = performance.now()
  const dataDir = await mkdtemp(join(tmpdir(), 'caravan-chaos-'))
  const before = await openDatabase({ dataDir })
  const { shopId, ids, buyers } = await prepare(
    before.db,
    typeof wanted === 'number' ? Math.ceil(wanted * 1.3) : wanted.length,
  )
  await before.close()
  const random = seededRandom(seed)
  const ledger = new Ledger(shopId, ids, random)
  const market = await startMarket({ DATA_DIR: dataDir, DEMO: '0' })
  const proxy = await startFaultProxy(market.url)
  const device = await Device.make(proxy, ledger, options.engine)
  const [struck, missed] = [new Map<Strike, number>(), new Map<Strike, number>()]
  const faults: string[] = []
  const tally = { versions: 0, restored: 0 }
  let killed = 0
  try {
    let healedAt = 0
    for (let i = 0; typeof wanted === 'number' ? killed < wanted : i < wanted.length; i++) {
      const both = buyers.slice(2 * Math.floor(i / EPOCH), 2 * Math.floor(i / EPOCH) + 2)
      const here = both.find((b) => b.uid === device.buyer?.uid) ?? both[0]!
      const scene: Scene = { device, ledger, random, tally, buyer: random.chance(0.1) ? random.pick(both) : here }
      // Each run goes through the screen's own buttons at least once.
      const strike =
        typeof wanted !== 'number'
          ? wanted[i]!
          : i === 0
            ? 'pressed on the screen'
            : choose(scene, both, healedAt, brief)
      const counted = (await make(strike, scene, faults)) ? struck : missed
      counted.set(strike, (counted.get(strike) ?? 0) + 1)
      if (counted === struck && kills.has(strike)) killed++
      progress(killed)
      if (i % EPOCH === EPOCH - 1) {
        await heal(device, both, faults)
        healedAt = ledger.asked
      }
    }
    await heal(
      device,
      buyers.filter((b) => ledger.touched(b.uid, healedAt)),
      faults,
    )
    await market.kill()
    const after = await openDatabase({ dataDir })
    try {
      const verdict = ledger.judge(await piecesAt(after.db))
      verdict.other.push(...faults, ...(await unsound(after.db, new Map(ids.map((id) => [id, STOCK])))))
      return {
        ...verdict,
        kills: killed,
        strikes: struck,
        missed,
        restored: tally.restored,
        network: new Map(proxy.struck),
        seconds: (performance.now() - since) / 1000,
      }
    } finally {
      await after.close()
    }
  } finally {
    await device.dispose()
    await proxy.close()
    await market.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
