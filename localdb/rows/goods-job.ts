import type { Sealed } from './sealed.ts'

/** Changes of many of a store's goods that are recorded piece by piece, as rows of its desk's meta table. */
export interface GoodsJobMeta {
  /** The progress of the changes. */
  goodsJob: { key: 'goodsJob' } & GoodsJob
  /** Sealed: what is to be done, and was (gzip of JSON). Both rows go together. */
  goodsWork: { key: 'goodsWork'; id: string; sealed: Sealed }
}

export interface GoodsJob {
  id: string
  what: 'import' | 'bulk' | 'undo'
  /** The file's name; '' when there is no file. */
  name: string
  /** The number of products in all, of which `done` are recorded. */
  all: number
  done: number
  /** `full`: the device has no room for more; `refused`: the next one cannot be recorded. */
  state: 'running' | 'stopped' | 'full' | 'refused' | 'done'
  /** The time when it was begun (Unix ms). */
  at: number
}
