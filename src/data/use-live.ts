import { useObservable } from 'dexie-react-hooks'
import { useCallback, useContext, useEffect, useId } from 'react'
import type { Readers } from '#localdb/read.ts'
import { isTakenAway } from '#localdb/storage-errors.ts'
import { currentReaders, loseReaders, observeOpen, onReaders } from './worker/readers.ts'
import { SnapshotContext } from './document/snapshot.ts'

/**
 * The result of a query over the device's rows, updated whenever a row that it read changes. Keeps the previous result
 * while `deps` change. Until the device answers it is that of the document, else `initial`.
 */
export function useLive<T>(query: (db: Readers) => Promise<T>, deps: unknown[], initial: T): T
export function useLive<T>(query: (db: Readers) => Promise<T>, deps: unknown[]): T | undefined
export function useLive<T>(query: (db: Readers) => Promise<T>, deps: unknown[], initial?: T): T | undefined {
  const { value: first, give } = useFirst(query, deps)
  const answer = useObservable(() => given(liveRows(answered(query)), give), deps)
  return answer ? answer.value : (first ?? initial)
}

/** The document's result of a hook's query, and the way for the device's answers to take its place. */
interface First<T> {
  value: T | undefined
  give(answer: T, take: (answer: T) => void): void
}

/** The result of a query in the document. For other hooks of this folder. */
export function useFirst<T>(query: (db: Readers) => Promise<T>, deps: readonly unknown[]): First<T> {
  const id = useId()
  const snapshot = useContext(SnapshotContext)
  const { takeover } = snapshot
  // Also when it asks something else.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => () => takeover.gone(id), [takeover, id, ...deps])
  const give = useCallback<First<T>['give']>((answer, take) => takeover.give(id, answer, take), [takeover, id])
  return { value: snapshot.result(id, query, deps), give }
}

/** Answers that pass through the document's takeover. */
const given = <T>(rows: ReturnType<typeof liveRows<{ value: T }>>, give: First<T>['give']): typeof rows => ({
  ...rows,
  subscribe: (next, fail) => rows.subscribe((answer) => give(answer.value, () => next(answer)), fail),
})

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
          observeOpen(() => query(readers)).subscribe(next, (error: unknown) => {
            if (!isTakenAway(error)) return fail?.(error)
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
