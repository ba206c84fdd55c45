import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PAD_ROWS_MAX, type PadRow } from '#contract/pads/rows.ts'
import { padRows } from '#localdb/queries/pads.ts'
import { usePadCalls } from '../../data/use-answer.ts'
import { useLive } from '../../data/use-live.ts'

/** A row with a key that stays its own while others come and go. */
export interface KeyedRow extends PadRow {
  key: number
}

/** The actions on the rows; the same object on each rendering. */
export interface PadActs {
  /** Puts rows before those that are there, in their order; returns how many had no room. */
  add(rows: readonly PadRow[]): number
  change(key: number, change: Partial<PadRow>): void
  remove(keys: ReadonlySet<number>): void
  /** Puts everything back as it was. */
  restore(rows: readonly KeyedRow[]): void
}

/** Rows are kept this long after the last letter (ms). */
const KEEP_AFTER = 300
let keys = 0
const keyed = (rows: readonly PadRow[]): KeyedRow[] => rows.map((row) => ({ ...row, key: ++keys }))
const plain = (rows: readonly KeyedRow[]): PadRow[] =>
  rows.flatMap(({ code, quantity }) => (code.trim() || quantity.trim() ? [{ code, quantity }] : []))

/**
 * The rows of the pad: shown as they are typed, kept on this device a moment later, and followed from other tabs.
 * `rows` is undefined until the device has answered.
 */
export function usePad(): { rows: readonly KeyedRow[] | undefined; acts: PadActs } {
  const call = usePadCalls()
  const stored = useLive(padRows, [])
  const [rows, setRows] = useState<readonly KeyedRow[]>()
  const now = useRef<readonly KeyedRow[]>([])
  // The rows on the device as this screen knows them, and the rows that it has yet to keep.
  const known = useRef<string | undefined>(undefined)
  const toKeep = useRef<readonly KeyedRow[] | undefined>(undefined)

  useEffect(() => {
    if (!stored || toKeep.current) return
    const came = JSON.stringify(stored)
    if (came === known.current) return
    known.current = came
    now.current = keyed(stored)
    setRows(now.current)
  }, [stored])

  const keep = useCallback(() => {
    if (!toKeep.current) return
    const kept = plain(toKeep.current)
    toKeep.current = undefined
    known.current = JSON.stringify(kept)
    void call('pad.keep', { rows: kept })
  }, [call])
  useEffect(() => {
    if (!toKeep.current) return
    const timer = window.setTimeout(keep, KEEP_AFTER)
    return () => window.clearTimeout(timer)
  }, [rows, keep])
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])

  const acts = useMemo((): PadActs => {
    const put = (next: readonly KeyedRow[]): void => {
      now.current = next
      toKeep.current = next
      setRows(next)
    }
    return {
      add: (more) => {
        const room = Math.max(0, PAD_ROWS_MAX - now.current.length)
        put([...keyed(more.slice(0, room)), ...now.current])
        return Math.max(0, more.length - room)
      },
      change: (key, change) => put(now.current.map((row) => (row.key === key ? { ...row, ...change } : row))),
      remove: (gone) => put(now.current.filter((row) => !gone.has(row.key))),
      restore: put,
    }
  }, [])
  return { rows, acts }
}
