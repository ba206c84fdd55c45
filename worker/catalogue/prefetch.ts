import { wantKey } from '#contract/document.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import { isSiteEndpoint } from '#contract/registry.ts'
import type { WantInput, WantName, WantOutcome } from '../api/worker-api.ts'
import type { Session } from '../session/session.ts'
import type { CatalogueAccess } from './access.ts'
import { isInterrupted } from '../env/interrupted.ts'
import { load } from '../env/load.ts'
import { createBringDetails } from './bring-details.ts'
import type { BroughtAnswers } from './keep-document.ts'
import type { Follower } from './follower.ts'
import type { CatalogueWant } from './answers.ts'
import { absent, chunksOf, withoutDetails } from './rows.ts'

/** Fetches rows on request; equal requests under way are one. The profile is always read after it was asked for. */
export interface Prefetch {
  want<N extends WantName>(name: N, input: WantInput<N>, at: Session): Promise<WantOutcome>
  /**
   * Fetches what the device does not have of the products in the cart, among the favourites, on own lists and in open
   * orders, and of the stores followed and ordered from, whoever brought them there: first all that an order of the
   * cart needs, then the details of what may be opened or ordered again next, and last the areas of the person's
   * addresses. With the rows `of` an answer only where what these are of is not here.
   */
  missing(session: Session, of?: readonly Change[]): Promise<void>
}

export function createPrefetch(access: CatalogueAccess, follower: Follower, brought: BroughtAnswers): Prefetch {
  const { env, catalogue, exchange } = access
  const underWay = new Map<string, Promise<WantOutcome>>()
  const details = createBringDetails(catalogue)

  const rows = async <N extends CatalogueWant>(
    name: N,
    input: WantInput<N>,
    at: Session,
    follow = follower.follow,
  ): Promise<WantOutcome> => {
    if (await brought.take(name, input)) return { kind: 'fresh' }
    const { fetchRows, unfollowed } = await load(import('./fetch-rows.ts'))
    if (!unfollowed(name)) await follower.begun()
    return fetchRows(await catalogue(), { env, follow, ask: (call, params) => exchange(call, params, at) }, name, input)
  }
  // Closed while the answer was on its way, or its code could not be loaded: it is worth asking again.
  const orAgain = (error: unknown): WantOutcome => {
    if (!isInterrupted(error)) throw error
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

  /** Details that nobody has asked for yet. The catalogue has just been followed, or is being. */
  const ahead = async (ids: readonly number[], at: Session): Promise<void> => {
    const fetch = (input: WantInput<'catalogue.details'>): Promise<WantOutcome> =>
      rows('catalogue.details', input, at, async () => ({ kind: 'fresh' })).catch(orAgain)
    await details.ahead(ids, fetch)
  }

  /** An act may have changed the profile after the request under way was made: another one follows it. */
  const wantProfile = (key: string, at: Session): Promise<WantOutcome> => {
    const running = underWay.get(key)
    if (!running) return once(key, async () => (await load(import('./fetch-profile.ts'))).fetchProfile(access, at))
    const next = `${key} next`
    return once(next, async () => {
      await running
      underWay.delete(next)
      return wantProfile(key, at)
    })
  }

  const prefetch: Prefetch = {
    want: (name, input, at) => {
      const key = `${at.person.uid} ${wantKey(name, input)}`
      if (name === 'user.profile') return wantProfile(key, at)
      return once(key, () =>
        isSiteEndpoint(name)
          ? load(import('./site.ts')).then(({ fetchSite }) => fetchSite(access, brought, name, input, at))
          : name === 'catalogue.details'
            ? details.want(input as WantInput<'catalogue.details'>, (wanted) => rows('catalogue.details', wanted, at))
            : rows(name as CatalogueWant, input as never, at),
      )
    },
    async missing(at, of) {
      const { isHere, lacking, lackingAreas, wantedBy } = await load(import('./wanted.ts'))
      const db = await catalogue()
      if (of && (await isHere(db, of))) return
      const wanted = await wantedBy(at.person.db)
      await ahead(await withoutDetails(db, wanted.inCart), at)
      const { products, stores } = await lacking(db, wanted)
      for (const ids of chunksOf(products)) await prefetch.want('catalogue.products', { ids, sort: 'all' }, at)
      for (const ids of chunksOf(stores)) await prefetch.want('catalogue.stores', { ids }, at)
      await ahead(await absent(db.details, wanted.next), at)
      for (const parent of await lackingAreas(at.person, db))
        await prefetch.want('area.read', parent ? { parent } : {}, at)
    },
  }
  return prefetch
}
