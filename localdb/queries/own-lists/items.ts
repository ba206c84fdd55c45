import { byId } from '#contract/lists/by-id.ts'
import type { Product, Variant } from '#contract/catalogue/schema.ts'
import type { ListLine, OwnList } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../../read.ts'
import { orderedNames, type OrderedLineNames } from '../orders/ordered-names.ts'

/** An own list as the screens show it. */
export interface OwnListItem extends OwnList {
  /** How many lines it has. */
  lines: number
  /** How many changes of it and its lines are not yet at the server. */
  pending: number
}

/** The own lists, the newest first. */
export async function ownListItems({ user }: Pick<Readers, 'user'>): Promise<OwnListItem[]> {
  const [lists, lines] = await Promise.all([user.ownLists.toArray(), user.listLines.toArray()])
  const of = new Map<string, { lines: number; pending: number }>()
  for (const { shown, pending } of lines) {
    if (!shown) continue
    const before = of.get(shown.listId) ?? { lines: 0, pending: 0 }
    of.set(shown.listId, { lines: before.lines + (shown.num > 0 ? 1 : 0), pending: before.pending + pending })
  }
  const items = lists.flatMap(({ shown, pending }): OwnListItem[] =>
    shown && !shown.deleted
      ? [{ ...shown, lines: of.get(shown.id)?.lines ?? 0, pending: pending + (of.get(shown.id)?.pending ?? 0) }]
      : [],
  )
  return items.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
}

/** A line of a list with what of the catalogue is on this device. */
export interface ListedLine extends ListLine {
  key: string
  pending: number
  product: Product | undefined
  /** The store no longer sells it. */
  gone: boolean
  variant: Variant | undefined
  /** The names in an earlier order, for a line that the catalogue on this device does not have. */
  ordered: OrderedLineNames | undefined
}

/** One own list; `list` is undefined where there is none of that id (any more). */
export interface OwnListState {
  list: OwnList | undefined
  lines: ListedLine[]
}

/** A list with its lines, in the order they were first added. */
export async function ownList({ user, catalogue }: Readers, id: string): Promise<OwnListState> {
  const row = await user.ownLists.get(id)
  const list = row?.shown && !row.shown.deleted ? row.shown : undefined
  if (!list) return { list, lines: [] }
  const rows = await user.listLines.where('key').startsWith(`${id}:`).toArray()
  const lines = rows.flatMap(({ key, pending, shown }) => (shown && shown.num > 0 ? [{ ...shown, key, pending }] : []))
  const ids = [...new Set(lines.map((line) => line.id))]
  const [products, gone, details] = await Promise.all([
    catalogue.products.bulkGet(ids),
    catalogue.gone.bulkGet(ids),
    catalogue.details.bulkGet(ids),
  ])
  const [sold, was, inFull] = [byId(products), byId(gone), byId(details)]
  const unnamed = lines.some((line) => !sold.has(line.id) || (line.variantId > 0 && !inFull.has(line.id)))
  const ordered = unnamed ? await orderedNames({ user }) : undefined
  const listed = lines.map((line): ListedLine => {
    const detail = inFull.get(line.id)
    return {
      ...line,
      product: sold.get(line.id) ?? was.get(line.id) ?? detail?.product,
      gone: !sold.has(line.id) && was.has(line.id),
      variant: detail?.variants.find((v) => v.id === line.variantId),
      ordered: ordered?.line(line.id, line.variantId),
    }
  })
  return { list, lines: listed.sort((a, b) => a.at - b.at || a.id - b.id || a.variantId - b.variantId) }
}

/** A removed list of whose removal nobody has heard yet: until it is sent it is taken back. */
export interface RemovedList {
  id: string
  name: string
  intentId: string
}

/** Those lists. */
export async function removedLists({ user }: Pick<Readers, 'user'>): Promise<RemovedList[]> {
  const rows = await user.outbox.where('keys').startsWith('ownLists/').toArray()
  const removals = rows.filter((row) => row.name === 'list.del' && row.state === 'pending' && row.attempts === 0)
  const ids = removals.map(({ keys }) => keys[0]!.slice('ownLists/'.length))
  const lists = await user.ownLists.bulkGet(ids)
  return removals.map(({ intentId }, n) => ({ id: ids[n]!, name: lists[n]?.shown?.name ?? '', intentId }))
}
