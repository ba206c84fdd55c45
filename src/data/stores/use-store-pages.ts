import { useObservable } from 'dexie-react-hooks'
import { useContext } from 'react'
import type { Stretch } from '#localdb/queries/stores/sales.ts'
import type { UserReader } from '#localdb/read.ts'
import { observeOpen } from '../worker/readers.ts'
import { nothingToRead } from './nothing-to-read.ts'
import { DeskContext } from './use-store.ts'

/** Rows of a store by their time, the newest first: the stretch of the next page before a time, and what is in it. */
export interface ByTime<T> {
  before(user: UserReader, time: number): Promise<Stretch>
  within(stretch: Stretch): (user: UserReader) => Promise<T[]>
}

/** The first pages of a list, and what reads the next one; absent when there is none. */
export interface Pages<T> {
  items: T[]
  more: (() => void) | undefined
}

/**
 * Rows of the desk around, page by page. Each page is read again when a row of its own changes: the end of ten thousand
 * costs as little as their beginning. Undefined until the first page is read, and while there is no list.
 */
export function useStorePages<T>(list: ByTime<T> | undefined): Pages<T> | undefined {
  const desk = useContext(DeskContext)
  return useObservable(() => (desk && list ? livePages(desk.user, list) : nothingToRead), [desk, list])
}

const livePages = <T>(user: UserReader, list: ByTime<T>) => ({
  // Nothing is known synchronously.
  hasValue: () => false,
  subscribe(next: (pages: Pages<T>) => void, fail: (error: unknown) => void = () => undefined): () => void {
    const pages: T[][] = []
    const reads: { unsubscribe(): void }[] = []
    let before = Infinity
    let reading = false
    let over = false
    const read = async (): Promise<void> => {
      const stretch = await list.before(user, before)
      if (over) return
      const n = reads.length
      before = stretch.from
      const tell = (items: T[]): void => {
        pages[n] = items
        next({ items: pages.flat(), more: before > -Infinity ? more : undefined })
      }
      reads.push(observeOpen(() => list.within(stretch)(user)).subscribe(tell, fail))
    }
    const more = (): void => {
      if (reading) return
      reading = true
      void read()
        .catch(fail)
        .finally(() => {
          reading = false
        })
    }
    more()
    return () => {
      over = true
      for (const one of reads) one.unsubscribe()
    }
  },
})
