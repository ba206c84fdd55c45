/**
 * Two never-sent writes of an on/off register: the last wins, and when it only restores what held
 * before them nothing needs to be sent (opposite ones cancel out). A missing row counts as off.
 */
export function registerCoalesce<P extends { on: boolean }>(
  _earlier: P,
  later: P,
  base: { on: boolean } | undefined,
): P | 'cancel' {
  return (base?.on ?? false) === later.on ? 'cancel' : later
}
