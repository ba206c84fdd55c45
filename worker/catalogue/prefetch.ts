import { wantKey } from '#contract/document.ts'
import { DETAILS_MAX } from '#contract/rules/limits.ts'
import { isOpenOrder } from '#contract/rules/order-states.ts'
import type { CatalogueDb, UserDb } from '#localdb/open.ts'
import { seal } from '#localdb/seal.ts'
import type { WantInput, WantName, WantOutcome } from '../api.ts'
import type { Session } from '../session/session.ts'
import type { CatalogueAccess } from './access.ts'
import { failed } from '../wire/failed.ts'
import type { BroughtAnswers } from './keep-document.ts'
import type { Follower } from './follower.ts'
import type { CatalogueWant } from './answers.ts'
import { fetchRows, unfollowed } from './fetch-rows.ts'
import { absent, partsOf, withoutDetails } from './rows.ts'
import { isClosed } from '../env/storage-errors.ts'

/** What the profile is sealed as. */
export const profileSealedAs = (uid: string) => ({ uid, id: 'profile', version: 1 })

/** Fetches rows on request; equal requests under way are one. */
export interface Prefetch {
  want<N extends WantName>(name: N, input: WantInput<N>, at: Session): Promise<WantOutcome>
  /**
   * Fetches what the device does not have of the products in the cart, among the favourites and in open orders, and of
   * the stores followed and ordered from, whoever brought them there: first all that an order of the cart needs, then
   * the details of what may be opened or ordered again next.
   */
  missing(session: Session): Promise<void>
}

export function createPrefetch(access: CatalogueAccess, follower: Follower, brought: BroughtAnswers): Prefetch {
  const { env, catalogue, exchange } = access
  const underWay = new Map<string, Promise<WantOutcome>>()
  /** Details on their way, by product. */
  const coming = new Map<number, Promise<WantOutcome>>()
  // Asked for in vain: the server has them no more.
  const hopeless = new Set<number>()

  const profile = async (at: Session): Promise<WantOutcome> => {
    const outcome = await exchange('user.profile', {}, at)
    if (outcome.kind !== 'accepted') return failed(outcome)
    const { person } = at
    // Another's answer is not this database's.
    if (outcome.data.userinfo.id !== person.uid) return { kind: 'unreachable' }
    await person.db.meta.put({
      key: 'profile',
      sealed: await seal(person.key, profileSealedAs(person.uid), outcome.data),
      at: env.now(),
    })
    return { kind: 'fresh' }
  }
  const rows = async <N extends CatalogueWant>(
    name: N,
    input: WantInput<N>,
    at: Session,
    follow = follower.follow,
  ): Promise<WantOutcome> => {
    if (await brought.take(name, input)) return { kind: 'fresh' }
    if (!unfollowed(name)) await follower.begun()
    return fetchRows(await catalogue(), { env, follow, ask: (call, params) => exchange(call, params, at) }, name, input)
  }
  /** Details, once those of the same products have come that are on their way: then there may be nothing to ask for. */
  const detailsOf = async (
    input: WantInput<'catalogue.details'>,
    at: Session,
    follow = follower.follow,
  ): Promise<WantOutcome> => {
    await Promise.allSettled(new Set(input.ids.map((id) => coming.get(id))))
    const work = rows('catalogue.details', input, at, follow)
    for (const id of input.ids) coming.set(id, work)
    try {
      return await work
    } finally {
      for (const id of input.ids) if (coming.get(id) === work) coming.delete(id)
    }
  }
  // Closed while the answer was on its way (another person, storage taken away): it is worth asking again.
  const orAgain = (error: unknown): WantOutcome => {
    if (!isClosed(error)) throw error
    return { kind: 'unreachable' }
  }

  const once = (key: string, work: () => Promise<WantOutcome>): Promise<WantOutcome> => {
    let running = underWay.get(key)
    if (!running) {
      running = work()
        .catch(orAgain)
        .finally(() => underWay.delete(key))
      underWay.set(key, running)
    }
    return running
  }

  /** Fetches some products in full; what has come stays if the next part fails. */
  const details = async (ids: readonly number[], at: Session): Promise<void> => {
    for (const part of partsOf(
      ids.filter((id) => !hopeless.has(id)),
      DETAILS_MAX,
    )) {
      // The catalogue has just been followed, or is being: to follow it for this would come back here.
      const outcome = await once(`${at.person.uid} missing details ${part.join()}`, () =>
        detailsOf({ ids: part }, at, async () => ({ kind: 'fresh' })),
      )
      if (outcome.kind !== 'fresh') return
      if (hopeless.size > HOPELESS_MAX) hopeless.clear()
      for (const id of await absent((await catalogue()).details, part)) hopeless.add(id)
    }
  }

  const prefetch: Prefetch = {
    want: (name, input, at) =>
      once(`${at.person.uid} ${wantKey(name, input)}`, () =>
        name === 'user.profile'
          ? profile(at)
          : name === 'catalogue.details'
            ? detailsOf(input as WantInput<'catalogue.details'>, at)
            : rows(name as CatalogueWant, input as never, at),
      ),
    async missing(at) {
      const db = await catalogue()
      const wanted = await wantedBy(at.person.db)
      await details(await withoutDetails(db, wanted.inCart), at)
      const { products, stores } = await lacking(db, wanted)
      for (const ids of partsOf(products)) await prefetch.want('catalogue.products', { ids, sort: 'all' }, at)
      for (const ids of partsOf(stores)) await prefetch.want('catalogue.stores', { ids }, at)
      await details(await absent(db.details, wanted.next), at)
    },
  }
  return prefetch
}

/** How many favourites, and products of open orders, are fetched in full ahead. */
const NEXT_MAX = 50
const HOPELESS_MAX = 1000

interface Wanted {
  inCart: number[]
  /** What may be opened or ordered again next: of open orders, then the newest favourites. */
  next: number[]
  products: number[]
  stores: number[]
}

/** The products and stores of a person's own rows. It runs after each pull, so it is one transaction. */
const wantedBy = (db: UserDb): Promise<Wanted> =>
  db.transaction('r', [db.cartLines, db.favourites, db.follows, db.orders], async () => {
    const lines = (await db.cartLines.toArray()).flatMap((row) => (row.shown && row.shown.num > 0 ? [row.shown] : []))
    const on = (row: { shown: { id: number; on: boolean } | null }): number[] => (row.shown?.on ? [row.shown.id] : [])
    const inCart = [...new Set(lines.map((line) => line.id))]
    const favourites = (await db.favourites.toArray()).toSorted((a, b) => b.rev - a.rev).flatMap(on)
    const ordered = (await db.orders.toArray()).flatMap(({ shown }) =>
      shown && isOpenOrder(shown.state) ? shown.lines.map((line) => line.id) : [],
    )
    return {
      inCart,
      next: [...ordered.slice(0, NEXT_MAX), ...favourites.slice(0, NEXT_MAX)],
      products: [...inCart, ...favourites],
      stores: [...lines.map((line) => line.shopId), ...(await db.follows.toArray()).flatMap(on)],
    }
  })

/** Those of which the device has no row, without products that are known to be gone. */
const lacking = (db: CatalogueDb, { products, stores }: Wanted): Promise<Pick<Wanted, 'products' | 'stores'>> =>
  db.transaction('r', [db.products, db.gone, db.stores], async () => {
    const missing = await absent(db.products, products)
    const gone = missing.length > 0 ? await db.gone.bulkGet(missing) : []
    return { products: missing.filter((_, i) => !gone[i]), stores: await absent(db.stores, stores) }
  })
