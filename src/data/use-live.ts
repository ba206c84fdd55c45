import { createContext, useContext, useEffect, useState } from 'react'
import type { Readers } from '#localdb/read.ts'
import { currentReaders, loseReaders, observe, onReaders } from './readers.ts'

/**
 * A first answer that came with the document, so that the first screen shows before the device has opened its databases
 * (and so that a server can render it). Undefined for a query that it does not cover.
 */
export type Snapshot = <T>(query: (db: Readers) => Promise<T>, deps: readonly unknown[]) => T | undefined
export const SnapshotContext = createContext<Snapshot>(() => undefined)

/**
 * The result of a query over the device's rows, updated whenever a row that it read changes. Keeps the previous result
 * while `deps` change; undefined (or `initial`) until the device answers.
 */
export function useLive<T>(query: (db: Readers) => Promise<T>, deps: unknown[], initial: T): T
export function useLive<T>(query: (db: Readers) => Promise<T>, deps: unknown[]): T | undefined
export function useLive<T>(query: (db: Readers) => Promise<T>, deps: unknown[], initial?: T): T | undefined {
  const first = useContext(SnapshotContext)(query, deps) ?? initial
  const [answer, setAnswer] = useState<{ value: T } | { error: unknown }>()
  useEffect(
    () =>
      liveRows(query).subscribe(
        (value) => setAnswer((old) => (old && 'value' in old && old.value === value ? old : { value })),
        (error) => setAnswer({ error }),
      ),
    deps, // oxlint-disable-line react/exhaustive-deps
  )
  // Shown by the screen's boundary.
  if (answer && 'error' in answer) throw answer.error
  return answer ? answer.value : first
}

/**
 * Subscribes to a query over whichever readers are open, and again when they are replaced. For other hooks of this
 * folder.
 */
export function liveRows<T>(query: (db: Readers) => Promise<T>) {
  return {
    subscribe(next: (value: T) => void, fail?: (error: unknown) => void): () => void {
      let rows: { unsubscribe(): void } | undefined
      const attach = () => {
        rows?.unsubscribe()
        const readers = currentReaders()
        rows =
          readers &&
          observe(() => query(readers)).subscribe(next, (error: unknown) => {
            if (!isClosed(error)) return fail?.(error)
            if (currentReaders() === readers) loseReaders()
          })
      }
      const detach = onReaders(attach)
      attach()
      return () => {
        detach()
        rows?.unsubscribe()
      }
    },
  }
}

const closedNames = new Set(['DatabaseClosedError', 'InvalidStateError', 'AbortError'])
/** Whether the database was closed under the query, by the error names of IndexedDB and Dexie. */
function isClosed(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: string; inner?: { name?: string } }
  return closedNames.has(name ?? '') || closedNames.has(inner?.name ?? '')
}
