import { cells, livingCells, unreachable } from './cells.ts'
import { planOf, type Plan } from './plan.ts'
import { runHistory, type Outcome } from './run.ts'
import { openShop, type Shop } from './history/shop.ts'
import { shrink } from './shrink.ts'
import { wrapStorage } from './device/storage.ts'

/** The task of one process of the simulation. */
export interface Order {
  /** The first seed, how many, and how far apart. */
  from: number
  count: number
  step: number
  /** The planted bug under which it runs. */
  planted?: string | undefined
  /** The number of failing histories after which it ends. */
  failures: number
  /** Only these steps of each history are run. */
  only?: number[] | undefined
  /** Failing histories are shrunk. */
  shrinks: boolean
}

/** One message of such a process, which prints each as a line. */
export type HistoryMessage =
  | { type: 'history'; outcome: Outcome }
  | { type: 'shrinks' }
  | { type: 'shrunk'; seed: number; steps: { place: number; told: string }[]; violations: Outcome['violations'] }
  | { type: 'end'; cells: Record<string, number>; living: string[]; unreachable: Record<string, string> }

/** The number of histories on one market. Its invariants are checked over the whole market after each of them. */
const PER_MARKET = 60

/** Runs histories one after another and reports the outcome of each. */
export async function histories(order: Order, say: (message: HistoryMessage) => void): Promise<void> {
  wrapStorage()
  let shop: Shop | undefined
  let used = 0
  const run = async (plan: Plan): Promise<Outcome> => {
    if (used++ % PER_MARKET === 0) {
      await shop?.close()
      shop = await openShop()
    }
    const outcome = await runHistory(shop!, plan)
    // A market whose books do not add up would fail every later history too.
    if (outcome.violations.some((v) => v.id === 'I9')) used = 0
    return outcome
  }
  let failures = 0
  for (let i = 0; i < order.count && failures < order.failures; i++) {
    const whole = planOf(order.from + i * order.step)
    const plan = order.only ? { ...whole, steps: whole.steps.filter((_, at) => order.only!.includes(at)) } : whole
    const outcome = await run(plan)
    say({ type: 'history', outcome })
    if (outcome.violations.length === 0) continue
    failures += 1
    if (!order.shrinks) continue
    const places = await shrink(plan, outcome, (less) => {
      say({ type: 'shrinks' })
      return run(less)
    })
    const less = { ...plan, steps: places.map((at) => plan.steps[at]!) }
    const { violations } = await run(less)
    say({
      type: 'shrunk',
      seed: plan.seed,
      violations,
      steps: less.steps.map((s, n) => ({
        place: whole.steps.indexOf(s),
        told: `${String(places[n])}: ${s.act} on device ${s.phone} ${s.gap > 0 ? `after ${s.gap} ms` : `after ${s.turns} turns`}`,
      })),
    })
  }
  await shop?.close()
  say({ type: 'end', cells, living: livingCells(), unreachable })
}
