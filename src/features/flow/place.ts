/** The number of products rendered before and after the one in sight. The others are empty places of equal height. */
export const AROUND = 2
/** The next products are requested when this few are left. */
const LEFT = 5

/** The place that a scroll position shows, for places of equal height (px). */
export const placeAt = (scrolled: number, height: number, count: number): number =>
  height > 0 ? Math.max(0, Math.min(count - 1, Math.round(scrolled / height))) : 0

/** Whether the end is near enough to request more. */
export const nearEnd = (at: number, count: number): boolean => count - at <= LEFT

const steps: Record<string, 1 | -1> = { ArrowDown: 1, PageDown: 1, j: 1, ArrowUp: -1, PageUp: -1, k: -1 }

/** One place on or back, as a key asks for; 0 for every other key. */
export const stepOf = (key: string): 1 | -1 | 0 => (Object.hasOwn(steps, key) ? steps[key]! : 0)
