import type { StoreTalk, StoreTalkLine } from '#contract/sync/schema-store-rows.ts'
import type { UserReader } from '../../read.ts'
import { byNumber } from './by-number.ts'

// A store's conversations with buyers as its screens read them from its desk. What is sealed in them stays so.

/** A conversation; `line` is its newest, still sealed, as the buyer's name is. */
export interface StoreTalkItem extends StoreTalk {
  pending: boolean
  line: StoreTalkLine | undefined
}

/** The newest conversations, and how many there are. */
export interface StoreTalks {
  items: StoreTalkItem[]
  total: number
}

type Line = StoreTalkLine & { pending: boolean }

/** The lines of a conversation, oldest first. */
async function linesOf(user: UserReader, id: string): Promise<Line[]> {
  const rows = await user.storeTalkLines.where('key').startsWith(`${id}:`).toArray()
  return rows
    .flatMap(({ shown, pending }) => (shown && !shown.deleted ? [{ ...shown, pending: pending > 0 }] : []))
    .sort(byNumber)
}

/** The newest conversations of the store, at most so many. */
export const storeTalks =
  (most: number) =>
  async (user: UserReader): Promise<StoreTalks> => {
    const rows = (await user.storeTalks.toArray()).flatMap(({ shown, pending }) =>
      shown && !shown.deleted ? [{ ...shown, pending: pending > 0 }] : [],
    )
    rows.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
    const items = await Promise.all(
      rows.slice(0, most).map(async (talk) => ({ ...talk, line: (await linesOf(user, talk.id)).at(-1) })),
    )
    return { items, total: rows.length }
  }

/** How many lines of buyers no member has seen. */
export const unseenLines = async (user: UserReader): Promise<number> =>
  (await user.storeTalks.toArray()).reduce((sum, { shown }) => sum + (shown && !shown.deleted ? shown.unread : 0), 0)

/** One conversation with its lines, and what leads on from it. */
export interface OneStoreTalk {
  id: string
  talk: StoreTalkItem | null
  lines: Line[]
  /** Whether the order or the goods that it is about are on this device. */
  sale: boolean
  goods: boolean
  /** The names of those who act for the store, or did, by their ids. */
  members: Record<string, string>
}

export const storeTalkById =
  (id: string) =>
  async (user: UserReader): Promise<OneStoreTalk> => {
    const row = await user.storeTalks.get(id)
    const shown = row?.shown && !row.shown.deleted ? row.shown : undefined
    const [lines, sale, goods, members] = await Promise.all([
      linesOf(user, id),
      shown?.subject?.kind === 'order' ? user.sales.get(shown.subject.id) : undefined,
      shown?.goods ? user.goods.get(shown.goods) : undefined,
      user.storeMembers.toArray(),
    ])
    return {
      id,
      talk: shown ? { ...shown, pending: row!.pending > 0, line: lines.at(-1) } : null,
      lines,
      sale: Boolean(sale?.shown),
      goods: goods?.shown?.deleted === false,
      members: Object.fromEntries(members.flatMap((m) => (m.shown ? [[m.key, m.shown.name]] : []))),
    }
  }
