import { useObservable } from 'dexie-react-hooks'
import { useContext, useId } from 'react'
import type { Readers } from '#localdb/read.ts'
import { currentReaders, loseReaders, observe, onReaders } from './readers.ts'
import { SnapshotContext } from './snapshot.ts'

/**
 * The result of a query over the device's rows, updated whenever a row that it read changes. Keeps the previous result
 * while `deps` change. Until the device answers it is that of the document, else `initial`.
 */
export function useLive<T>(query: (db: Readers) => Promise<T>, deps: unknown[], initial: T): T
export function useLive<T>(query: (db: Readers) => Promise<T>, deps: unknown[]): T | undefined
export function useLive<T>(query: (db: Readers) => Promise<T>, deps: unknown[], initial?: T): T | undefined {
  const first = useContext(SnapshotContext).result(useId(), query, deps) ?? initial
  const answer = useObservable(() => liveRows(answered(query)), deps)
  return answer ? answer.value : first
}

/** A query whose undefined differs from no answer yet; the same value is the same answer, and renders nothing again. */
function answered<T>(query: (db: Readers) => Promise<T>): (db: Readers) => Promise<{ value: T }> {
  let last: { value: T } | undefined
  return async (db) => {
    const value = await query(db)
    return last?.value === value && last ? last : (last = { value })
  }
}

/**
 * Subscribes to a query over whichever readers are open, and again when they are replaced. For other hooks of this
 * folder.
 */
export function liveRows<T>(query: (db: Readers) => Promise<T>) {
  return {
    // Nothing is known synchronously; declaring that keeps the hook from asking everything twice.
    hasValue: () => false,
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
