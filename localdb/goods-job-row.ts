import type { Sealed } from './sealed.ts'

/** Changes of many of a store's goods that are recorded piece by piece, as rows of its desk's meta table. */
export interface GoodsJobMeta {
  /** How far they are. */
  goodsJob: { key: 'goodsJob' } & GoodsJob
  /** Sealed: what is to be done, and was (gzip of JSON). Both rows go together. */
  goodsWork: { key: 'goodsWork'; id: string; sealed: Sealed }
}

export interface GoodsJob {
  id: string
  what: 'import' | 'bulk' | 'undo'
  /** What the file is called; '' without one. */
  name: string
  /** Of so many products so many are recorded. */
  all: number
  done: number
  /** `full`: the device has no room for more; `refused`: the next one cannot be recorded. */
  state: 'running' | 'stopped' | 'full' | 'refused' | 'done'
  /** Unix ms: when it was begun. */
  at: number
}
