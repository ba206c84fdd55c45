/**
 * Where an intent goes on whose id another intent has used: a copy of its store counts the same seqs. It follows from
 * the last incarnation alone, so that all copies, and the server, walk the same ids: `X`, `X-2`, `X-3` …
 */
export function nextIncarnation(incarnation: string): string {
  const [, first, times] = /^(.{16})-(\d+)$/.exec(incarnation) ?? []
  return first === undefined ? `${incarnation}-2` : `${first}-${Number(times) + 1}`
}
