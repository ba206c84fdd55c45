import { deskWaits } from '#contract/operator/desk-waits.ts'
import type { DeskCount } from '#contract/operator/schema-waits.ts'

/** How much waits at each desk, by its path. What this app does not know stands at none. */
export function countsByDesk(counts: readonly DeskCount[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { what, count } of counts) {
    const desk = Object.hasOwn(deskWaits, what) ? deskWaits[what as keyof typeof deskWaits].desk : undefined
    if (desk !== undefined) found.set(desk, (found.get(desk) ?? 0) + count)
  }
  return found
}
