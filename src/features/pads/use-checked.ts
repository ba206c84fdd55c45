import { useEffect, useRef, useState } from 'react'
import { CODES_MAX, DETAILS_MAX } from '#contract/wire/limits.ts'
import { usePadCalls, type PadShown } from '../../data/use-answer.ts'
import { useWant } from '../../data/use-want.ts'
import type { KeyedRow } from './use-pad.ts'

/** The result of each row, by its key, and whether the shop is being asked about some rows. */
export interface CheckedRows {
  lines: ReadonlyMap<number, PadShown>
  asking: boolean
}

interface Answer extends Pick<CheckedRows, 'lines'> {
  missing: string[]
  lacking: number[]
}

/** A check begins this long after the last letter (ms). */
const CHECK_AFTER = 120
const nothing: Answer = { lines: new Map(), missing: [], lacking: [] }

/**
 * Checks the rows on this device whenever they change. Codes that are not here are asked of the shop, many at once; a
 * code that the shop does not know either is wrong.
 */
export function useChecked(rows: readonly KeyedRow[] | undefined): CheckedRows {
  const call = usePadCalls()
  const [answer, setAnswer] = useState(nothing)
  /** Codes that the shop has been asked for, and products whose choices it has. */
  const [asked, setAsked] = useState<ReadonlySet<string | number>>(new Set())
  const missing = answer.missing.filter((code) => !asked.has(code)).slice(0, CODES_MAX)
  const lacking = answer.lacking.filter((id) => !asked.has(id)).slice(0, DETAILS_MAX)
  const codes = useWant('search.codes', { codes: missing }, missing.length > 0)
  const details = useWant('catalogue.details', { ids: lacking }, lacking.length > 0)

  const latest = useRef(0)
  useEffect(() => {
    if (!rows) return
    const mine = ++latest.current
    const timer = window.setTimeout(async () => {
      const found = await call('pad.check', { rows: rows.map(({ code, quantity }) => ({ code, quantity })) })
      // A later check has newer results.
      if (!found || mine !== latest.current) return
      const { lines, ...away } = found
      setAnswer({ ...away, lines: new Map(rows.map((row, n) => [row.key, lines[n]!])) })
    }, CHECK_AFTER)
    return () => window.clearTimeout(timer)
  }, [rows, asked, call])

  // The answers that came are on the device by now, so another check finds them.
  const came = [...(codes.state === 'fresh' ? missing : []), ...(details.state === 'fresh' ? lacking : [])]
  if (came.length > 0) setAsked(new Set([...asked, ...came]))

  const asking =
    (missing.length > 0 && codes.state === 'loading') || (lacking.length > 0 && details.state === 'loading')
  const unknown = new Set(answer.missing.filter((code) => asked.has(code)))
  const lines =
    unknown.size === 0 || !rows
      ? answer.lines
      : new Map(
          rows.flatMap(({ key, code }): [number, PadShown][] => {
            const line = answer.lines.get(key)
            if (!line) return []
            return [[key, line.state === 'away' && unknown.has(code.trim()) ? notKnown : line]]
          }),
        )
  return { lines, asking }
}

const notKnown: PadShown = {
  state: 'wrong',
  fault: { kind: 'unknownCode' },
  id: undefined,
  title: undefined,
  label: undefined,
}
