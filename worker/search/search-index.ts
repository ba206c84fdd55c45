import type { CatalogueDb } from '#localdb/open.ts'
import type { Env } from '../env/env.ts'
import { load } from '../env/load.ts'
import { createIndexWriter } from './index-writer.ts'
import type { OpenedIndex, Searches } from './opened-index.ts'

const CHANNEL = 'caravan-search'
/** How long what was written rests before it is stored as a part of the index (ms): a page brings several answers. */
const REST = 3000

/** The search index of one tab: what is stored, opened at the first search, and what is not stored yet. */
export interface SearchIndex extends Searches {
  /** Products or categories are being written here; called before the commit. */
  written(): void
  close(): void
}

/** Makes the index over a catalogue, which `catalogue` opens. What searches it is loaded with the first search. */
export function createSearchIndex(env: Env, catalogue: () => Promise<CatalogueDb>): SearchIndex {
  const channel = env.channel(CHANNEL)
  let opened: OpenedIndex | undefined
  channel.listen(() => opened?.outdate())
  const writer = createIndexWriter(env, catalogue, () => {
    opened?.outdate()
    channel.post('stored')
  })
  const open = async (): Promise<OpenedIndex> => {
    const { openIndex } = await load(import('./opened-index.ts'))
    return (opened ??= openIndex(env, catalogue, (when) => writer.later(when === 'now' ? 0 : REST)))
  }
  return {
    search: async (query) => (await open()).search(query),
    stores: async (query) => (await open()).stores(query),
    completions: async (text, language, overtaken) => (await open()).completions(text, language, overtaken),
    written() {
      opened?.outdate()
      channel.post('written')
      writer.later(REST)
    },
    close() {
      writer.close()
      channel.close()
    },
  }
}
