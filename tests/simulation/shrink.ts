import type { Plan } from './plan.ts'
import type { Outcome } from './run.ts'

const TRIES = 80

/**
 * Leaves out steps of a failing history for as long as it still fails in the same way; gives the places of those that
 * are needed.
 */
export async function shrink(plan: Plan, failed: Outcome, run: (plan: Plan) => Promise<Outcome>): Promise<number[]> {
  const ids = new Set(failed.violations.map((v) => v.id))
  let kept = plan.steps.map((_, i) => i)
  let tries = 0
  const fails = async (places: readonly number[]): Promise<boolean> => {
    tries += 1
    return (await run({ ...plan, steps: places.map((i) => plan.steps[i]!) })).violations.some((v) => ids.has(v.id))
  }
  for (let size = Math.ceil(kept.length / 2); size >= 1 && tries < TRIES; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = kept.length - size; tries < TRIES; from -= size) {
      const less = kept.filter((_, i) => i < from || i >= from + size)
      if (less.length < kept.length && (await fails(less))) kept = less
      if (from <= 0) break
    }
  }
  return kept
}
