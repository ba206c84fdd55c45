import { useEffect, useMemo, useRef, useState } from 'react'
import type { Readers } from '#localdb/read.ts'
import { liveRows, useFirst } from './use-live.ts'

type Ids = readonly number[]
const none: readonly Ids[] = []

/**
 * Splits ids into the parts in which they came: a list that only grew at its end keeps its parts and gets one more; any
 * other list is one new part.
 */
export function grownParts(parts: readonly Ids[], ids: Ids): readonly Ids[] {
  const known = parts.flat()
  if (ids.length < known.length || known.some((id, n) => id !== ids[n])) return ids.length ? [ids] : none
  return ids.length === known.length ? parts : [...parts, ids.slice(known.length)]
}

/**
 * The rows of a growing list of ids, live. When the list grows only the new rows are read, and when a row changes only
 * its part. Undefined until the first part of a `key` has been read; while an order is replaced the previous rows stay.
 */
export function useLiveParts<T>(
  key: string,
  ids: Ids | undefined,
  query: (db: Readers, ids: Ids) => Promise<T[]>,
): T[] | undefined {
  const [before, setBefore] = useState<{ key: string; parts: readonly Ids[] }>({ key, parts: none })
  const parts = grownParts(before.key === key ? before.parts : none, ids ?? [])
  if (before.key !== key || before.parts !== parts) setBefore({ key, parts })
  const { value: first, give } = useFirst((db) => query(db, ids ?? []), [key, ids])
  const [read, setRead] = useState<ReadonlyMap<Ids, T[]>>(new Map())
  // The document has read the first part of the first list.
  const [readBefore, setReadBefore] = useState<{ part: Ids; rows: T[] }>()
  if (first && parts[0] && !readBefore) setReadBefore({ part: parts[0], rows: first })
  const running = useRef(new Map<Ids, () => void>())

  useEffect(() => {
    for (const [part, stop] of running.current) {
      if (parts.includes(part)) continue
      stop()
      running.current.delete(part)
    }
    for (const part of parts) {
      if (running.current.has(part)) continue
      const rows = liveRows((db) => query(db, part))
      running.current.set(
        part,
        rows.subscribe((answer) =>
          give(answer, (value) =>
            setRead((old) => new Map([...old].filter(([of]) => running.current.has(of))).set(part, value)),
          ),
        ),
      )
    }
  }, [parts, query, give])
  useEffect(() => {
    const all = running.current
    return () => {
      for (const stop of all.values()) stop()
      all.clear()
    }
  }, [])

  const rows = useMemo(
    () => readRows(parts, (part) => read.get(part) ?? (part === readBefore?.part ? readBefore.rows : undefined)),
    [parts, read, readBefore],
  )
  const [last, setLast] = useState<{ key: string; rows: T[] }>()
  if (ids === undefined) return undefined
  if (parts.length === 0) return []
  if (!rows) return last?.key === key ? last.rows : undefined
  if (last?.key !== key || last.rows !== rows) setLast({ key, rows })
  return rows
}

/** The rows of the parts, as far as they have been read without a gap; undefined while the first have not. */
function readRows<T>(parts: readonly Ids[], rowsOf: (part: Ids) => T[] | undefined): T[] | undefined {
  const read = parts.map(rowsOf)
  const unread = read.indexOf(undefined)
  if (unread === 0) return undefined
  return read.slice(0, unread < 0 ? read.length : unread).flatMap((rows) => rows!)
}
