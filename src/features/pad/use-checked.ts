import { useEffect, useRef, useState } from 'react'
import { CODES_MAX, DETAILS_MAX } from '#contract/rules/limits.ts'
import { usePadCalls, type PadShown } from '../../data/use-answer.ts'
import { useWant } from '../../data/use-want.ts'
import type { KeyedRow } from './use-pad.ts'

/** What each row comes to, by its key; and whether the shop is being asked about some. */
export interface CheckedRows {
  lines: ReadonlyMap<number, PadShown>
  asking: boolean
}

interface Answer extends Pick<CheckedRows, 'lines'> {
  missing: string[]
  lacking: number[]
}

/** A check begins so long after the last letter (ms). */
const CHECK_AFTER = 120
const nothing: Answer = { lines: new Map(), missing: [], lacking: [] }

/**
 * Checks the rows on this device whenever they change. What is not here is asked of the shop, many codes at once; a
 * code that it does not know either is wrong.
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
      // A later check says more.
      if (!found || mine !== latest.current) return
      const { lines, ...away } = found
      setAnswer({ ...away, lines: new Map(rows.map((row, n) => [row.key, lines[n]!])) })
    }, CHECK_AFTER)
    return () => window.clearTimeout(timer)
  }, [rows, asked, call])

  // What came is on the device by now: another check finds it.
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
