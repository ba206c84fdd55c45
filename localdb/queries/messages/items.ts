import type { Message, Watch } from '#contract/messages/schema-rows.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import type { Readers } from '../../read.ts'

/** A message, and how many changes of it are not yet at the server. */
export interface MessageItem extends Message {
  pending: number
}

/** All messages on this device, newest first. */
export async function messageItems({ user }: Readers): Promise<MessageItem[]> {
  const rows = (await user.messages.toArray()).flatMap((row) =>
    row.shown && !row.shown.deleted ? [{ ...row.shown, pending: row.pending }] : [],
  )
  return rows.sort((a, b) => b.at - a.at || b.id - a.id)
}

/** The ids of those of some messages that the person has not read. */
export async function unreadWhere({ user }: Readers, isOf: (message: Message) => boolean): Promise<number[]> {
  return (await user.messages.toArray()).flatMap(({ shown }) =>
    shown && !shown.read && !shown.deleted && isOf(shown) ? [shown.id] : [],
  )
}

/** The ids of the unread messages about a subject. */
export const unreadOf = (db: Readers, kind: string, id: string): Promise<number[]> =>
  unreadWhere(db, ({ subject }) => subject?.kind === kind && subject.id === id)

/** The topics that are switched off. */
export async function mutedTopics({ user }: Readers): Promise<ReadonlySet<string>> {
  return new Set((await user.messageMutes.toArray()).flatMap((row) => (row.shown?.on ? [row.key] : [])))
}

/** A notice that the person waits for, with its key, and with the product if this device knows it. */
export interface WatchItem extends Watch {
  key: string
  pending: number
  product: Product | undefined
}

/** All notices that the person waits for, newest first. */
export async function watchItems({ user, catalogue }: Readers): Promise<WatchItem[]> {
  const rows = (await user.watches.toArray()).flatMap((row) =>
    row.shown?.on ? [{ ...row.shown, key: row.key, pending: row.pending }] : [],
  )
  rows.sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1))
  const ids = rows.map((row) => row.id)
  const [products, gone] = await Promise.all([catalogue.products.bulkGet(ids), catalogue.gone.bulkGet(ids)])
  return rows.map((row, i) => ({ ...row, product: products[i] ?? gone[i] }))
}

/** One thing that is waited for, by its key; null when it is not. */
export async function watchOf({ user }: Readers, key: string): Promise<Watch | null> {
  const row = await user.watches.get(key)
  return row?.shown?.on ? row.shown : null
}
