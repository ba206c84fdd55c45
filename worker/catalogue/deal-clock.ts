import { canWait } from '../env/interrupted.ts'
import { load } from '../env/load.ts'
import type { CatalogueAccess } from './access.ts'

/** The page has other things to do before it has painted (ms). */
const FIRST_PAINT = 1500
/** Deals are looked at so often; one that ends sooner has its own moment (ms). */
const EVERY = 3 * 60_000

/** Ends deals on this device at their moments, with or without a network. */
export interface DealClock {
  start(): void
  stop(): void
}

export function createDealClock({ env, catalogue }: CatalogueAccess): DealClock {
  let started = false
  let callOff = (): void => {}
  const next = async (): Promise<number | undefined> => {
    try {
      const { endKnownDeals: endDeals } = await load(import('./end-deals.ts'))
      return await endDeals(await catalogue(), env.now())
    } catch (error) {
      // The catalogue was closed under it, the disk is full, its code cannot be loaded for now: it is looked at again.
      if (!canWait(error)) env.report(error)
      return undefined
    }
  }
  const look = async (): Promise<void> => {
    const until = await next()
    if (started) lookIn(Math.min(EVERY, Math.max(0, (until ?? Infinity) - env.now())))
  }
  const lookIn = (ms: number): void => {
    callOff = env.later(ms, () => void look())
  }
  return {
    start() {
      if (started) return
      started = true
      lookIn(FIRST_PAINT)
    },
    stop() {
      started = false
      callOff()
    },
  }
}
