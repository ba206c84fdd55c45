import type { MessageSubject, Talk, TalkLine } from '#contract/messages/schema-rows.ts'
import type { Texts } from '#contract/text/locales.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { Readers } from '../../read.ts'
import { byNumber } from './by-number.ts'

/** A conversation; `line` is its newest, still sealed. */
export interface TalkItem extends Talk {
  pending: number
  line: TalkLine | undefined
}

/** Names of stores that this device knows. */
async function namesOf({ catalogue }: Readers, talks: readonly Talk[]): Promise<Map<number, string>> {
  const stores = await catalogue.stores.bulkGet(talks.map((talk) => talk.to))
  return new Map(stores.flatMap((store) => (store ? [[store.id, store.name] as const] : [])))
}

/** All conversations, newest first. */
export async function talkItems(readers: Readers): Promise<TalkItem[]> {
  const { user } = readers
  const [rows, lines] = await Promise.all([user.talks.toArray(), user.talkLines.toArray()])
  const newest = new Map<string, TalkLine>()
  for (const { shown } of lines) {
    if (!shown || shown.deleted) continue
    const talk = shown.id.slice(0, shown.id.indexOf(':'))
    const known = newest.get(talk)
    if (!known || byNumber(known, shown) < 0) newest.set(talk, shown)
  }
  const shown = rows.flatMap((row) => (row.shown && !row.shown.deleted ? [{ ...row.shown, pending: row.pending }] : []))
  const names = await namesOf(readers, shown)
  return shown
    .map((talk) => ({ ...talk, name: talk.name || (names.get(talk.to) ?? ''), line: newest.get(talk.id) }))
    .sort((a, b) => (b.line?.at ?? b.at) - (a.line?.at ?? a.at) || (a.id < b.id ? -1 : 1))
}

/** The lines of a conversation, oldest first; their texts are sealed. */
export interface TalkState {
  talk: TalkItem | null
  lines: (TalkLine & { pending: number })[]
  /** The refusal of a line that was not accepted, if any: it is among the changes that need the person. */
  refused: Refusal | undefined
}

/** Whether a mutation says something in a conversation. */
const says = (name: string): boolean => name === 'talk.send' || name === 'talk.show'

/** One conversation. */
export async function talkById(readers: Readers, id: string): Promise<TalkState> {
  const { user } = readers
  const [row, rows, refused] = await Promise.all([
    user.talks.get(id),
    user.talkLines.where('key').startsWith(`${id}:`).toArray(),
    user.outbox.where('state').equals('rejected').toArray(),
  ])
  const lines = rows.flatMap(({ shown, pending }) => (shown && !shown.deleted ? [{ ...shown, pending }] : []))
  lines.sort(byNumber)
  const talk = row?.shown && !row.shown.deleted ? row.shown : null
  const names = talk && (await namesOf(readers, [talk]))
  return {
    talk: talk && {
      ...talk,
      name: talk.name || (names?.get(talk.to) ?? ''),
      pending: row!.pending,
      line: lines.at(-1),
    },
    lines,
    refused: refused.find((i) => says(i.name) && i.keys.includes(`talks/${id}`))?.last ?? undefined,
  }
}

/** The recipient of a new message and its subject, as far as this device knows them. */
export interface Asking {
  /** The conversation with this recipient about this subject; null when there is none. */
  id: string | null
  name: string
  title: Texts | null
}

/** Looks for the conversation with a store, or (`to` 0) the operator, about something. */
export async function askingOf(
  { user, catalogue }: Readers,
  to: number,
  subject: (Pick<MessageSubject, 'id'> & { kind: 'order' | 'product' | 'store' }) | null,
): Promise<Asking> {
  const [rows, store, product, order] = await Promise.all([
    user.talks.toArray(),
    to > 0 ? catalogue.stores.get(to) : undefined,
    subject?.kind === 'product' ? catalogue.products.get(Number(subject.id)) : undefined,
    subject?.kind === 'order' ? user.orders.get(subject.id) : undefined,
  ])
  const talk = rows
    .flatMap(({ shown }) => (shown && !shown.deleted ? [shown] : []))
    .find((t) => t.to === to && t.subject?.kind === subject?.kind && t.subject?.id === subject?.id)
  const number = order?.shown?.number
  return {
    id: talk?.id ?? null,
    name: store?.name ?? talk?.name ?? order?.shown?.shopName ?? '',
    title: product?.title ?? (number === undefined ? (talk?.title ?? null) : { en: number }),
  }
}
