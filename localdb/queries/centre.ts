import type { Texts } from '#contract/locales.ts'
import type { Refusal } from '#contract/schema/refusals.ts'
import type { StoreMember, StoreNotice } from '#contract/schema/store-rows.ts'
import { countBut } from '../count-but.ts'
import { endedStates } from '../intent-states.ts'
import type { UserReader } from '../read.ts'
import type { IntentRow, MetaRows } from '../schema.ts'
import { doesOf, fieldsOf, type Does } from './sync-does.ts'

// What a store's screens read from its desk (worker/session/desk.ts).

/** How a desk stands with the server. */
export interface DeskStatus {
  online: boolean
  /** Changes that are not yet at the server. */
  waiting: number
  /** The membership is over. */
  ended: boolean
}

export async function deskStatus(user: UserReader): Promise<DeskStatus> {
  const [link, ended, waiting] = await Promise.all([
    user.meta.get('link') as PromiseLike<MetaRows['link'] | undefined>,
    user.meta.get('ended'),
    countBut(user.outbox, [...endedStates, 'conflict']),
  ])
  return { online: link?.online ?? true, waiting, ended: ended !== undefined }
}

/** A change of the store's, and what it is about. */
export interface DeskChange extends Does {
  intentId: string
  /** The order that it was about. */
  sale: { id: string; number: string } | undefined
  /** What a buyer asked or said that it answers, and the product that this is about. */
  answer: { kind: 'quote' | 'review'; id: string; title: Texts } | undefined
  /** The product that it is about, by its id; undefined where it is about no product, or about several. */
  goods: { id: string; title: Texts } | undefined
}
/** One that the server refused or has to ask about, and why. */
export interface RefusedChange extends DeskChange {
  refusal: Refusal | null
}
/** What a change is about, as far as this device knows. */
export async function changeOf(user: UserReader, row: IntentRow): Promise<DeskChange> {
  const key = row.keys.find((ref) => ref.startsWith('sales/'))?.slice('sales/'.length)
  const sale = key === undefined ? undefined : (await user.sales.get(key))?.server
  return {
    ...doesOf(row),
    intentId: row.intentId,
    sale: sale ? { id: sale.id, number: sale.number } : undefined,
    answer: await answeredIn(user, row),
    goods: await goodsOf(user, row),
  }
}

/** What an intent answers. */
async function answeredIn(user: UserReader, { keys }: IntentRow): Promise<DeskChange['answer']> {
  const [table, id = ''] = (keys[0] ?? '').split('/')
  if (table === 'storeQuotes') {
    const row = (await user.storeQuotes.get(id))?.server
    return row && !row.deleted ? { kind: 'quote', id, title: row.title } : undefined
  }
  if (table !== 'storeReviews') return undefined
  const row = (await user.storeReviews.get(id))?.server
  return row && !row.deleted ? { kind: 'review', id, title: row.title } : undefined
}

/** What was refused and is not dealt with yet, the oldest first. */
export async function refusedChanges(user: UserReader): Promise<RefusedChange[]> {
  const rows = await user.outbox.where('state').anyOf(['rejected', 'conflict']).toArray()
  return Promise.all(rows.map(async (row) => ({ ...(await changeOf(user, row)), refusal: row.last })))
}

/** The product that an intent is about; a new one that was refused is called what it was to be called. */
async function goodsOf(user: UserReader, { name, keys, payload }: IntentRow): Promise<RefusedChange['goods']> {
  if (!name.startsWith('goods.') || keys.length !== 1) return undefined
  const id = keys[0]!.slice(keys[0]!.indexOf('/') + 1)
  const row = await user.goods.get(id)
  const shown = row?.shown ?? row?.server
  if (shown && !shown.deleted) return { id, title: shown.title }
  const made = (fieldsOf(payload)['fields'] as { title?: Texts } | undefined)?.title
  return name === 'goods.put' && made ? { id, title: made } : undefined
}

/** A member, and whether what was done with them is not at the server yet. */
export interface MemberItem extends StoreMember {
  pending: boolean
}

/** Who acts for the store now, its owners first, and who is invited. */
export async function members(user: UserReader): Promise<MemberItem[]> {
  const rows = (await user.storeMembers.toArray()).flatMap((row) =>
    row.shown && (row.shown.endedAt === null || row.shown.invited) ? [{ ...row.shown, pending: row.pending > 0 }] : [],
  )
  const rank = ({ endedAt, role }: StoreMember): number => (endedAt !== null ? 2 : role === 'owner' ? 0 : 1)
  return rows.sort((a, b) => rank(a) - rank(b) || a.since - b.since)
}

/** What the store says of itself. */
export const storeNotice = async (user: UserReader): Promise<StoreNotice> =>
  (await user.storeNotice.get('notice'))?.shown ?? { announcement: '', holidayFrom: null, holidayTo: null }
