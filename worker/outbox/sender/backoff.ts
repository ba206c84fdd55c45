/** The longest pause between tries, in ms, while a page can be seen and while none can. */
export const CAP_VISIBLE = 20_000
export const CAP_HIDDEN = 5 * 60_000

/**
 * Full jitter: a pause in [0, min(cap, 1 s · 2^(failures−1))), at least a quarter second so that a broken server is not
 * hammered. `random` is in [0, 1).
 */
export function pause(failures: number, visible: boolean, random: number): number {
  const ceiling = Math.min(visible ? CAP_VISIBLE : CAP_HIDDEN, 1000 * 2 ** Math.min(failures - 1, 20))
  return Math.max(250, Math.floor(random * ceiling))
}
