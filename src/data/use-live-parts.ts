import { useEffect, useMemo, useRef, useState } from 'react'
import type { Readers } from '#localdb/read.ts'
import { liveRows } from './use-live.ts'

type Ids = readonly number[]
const none: readonly Ids[] = []

/**
 * Ids in the parts in which they came: what only grew at its end keeps its parts and has one more; anything else is one
 * new part.
 */
export function grownParts(parts: readonly Ids[], ids: Ids): readonly Ids[] {
  const known = parts.flat()
  if (ids.length < known.length || known.some((id, n) => id !== ids[n])) return ids.length ? [ids] : none
  return ids.length === known.length ? parts : [...parts, ids.slice(known.length)]
}

/**
 * The rows of a growing list of ids, live: when the list grows only the new ones are read, and when a row changes only
 * its
 * part. Undefined until the first have been read, for each `key` anew; while an order is replaced the former rows stay.
 */
export function useLiveParts<T>(
  key: string,
  ids: Ids | undefined,
  query: (db: Readers, ids: Ids) => Promise<T[]>,
): T[] | undefined {
  const before = useRef<{ key: string; parts: readonly Ids[] }>({ key, parts: none })
  const parts = grownParts(before.current.key === key ? before.current.parts : none, ids ?? [])
  before.current = { key, parts }
  const [read, setRead] = useState<ReadonlyMap<Ids, T[]>>(new Map())
  const running = useRef(new Map<Ids, () => void>())
  const ask = useRef(query)
  ask.current = query

  useEffect(() => {
    for (const [part, stop] of running.current) {
      if (parts.includes(part)) continue
      stop()
      running.current.delete(part)
    }
    for (const part of parts) {
      if (running.current.has(part)) continue
      const rows = liveRows((db) => ask.current(db, part))
      running.current.set(
        part,
        rows.subscribe((value) =>
          setRead((old) => new Map([...old].filter(([of]) => running.current.has(of))).set(part, value)),
        ),
      )
    }
  }, [parts])
  useEffect(() => {
    const all = running.current
    return () => {
      for (const stop of all.values()) stop()
      all.clear()
    }
  }, [])

  const last = useRef<{ key: string; rows: T[] }>(undefined)
  const known = ids !== undefined
  return useMemo(() => {
    if (!known) return undefined
    if (parts.length === 0) return []
    // As far as they have been read from the beginning on.
    const rows: T[] = []
    for (const part of parts) {
      const some = read.get(part)
      if (!some) break
      rows.push(...some)
    }
    if (!read.has(parts[0]!)) return last.current?.key === key ? last.current.rows : undefined
    last.current = { key, rows }
    return rows
  }, [key, known, parts, read])
}
