import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Random } from '#server/seed/random.ts'
import { aMarket, wordOf, type Racer, type RaceStage } from './stage.ts'

/** A device that keeps up with a feed by its pages; what it then has. */
interface Follower {
  uid: string
  cursor: number
  rows: Map<string, Change>
}

interface Page {
  cursor: string
  more: boolean
  reset: boolean
  changes: Change[]
}

/** More pages than any feed here has. */
const PAGES = 200

/** Follows the feeds of everybody, in the middle of the rounds as well as after them. */
export class Followers {
  readonly #s: RaceStage
  readonly #followers = new Map<string, Follower>()

  constructor(s: RaceStage) {
    this.#s = s
  }

  /** Owners that can be followed now: the buyers, and the stores by one of their members. */
  async #owners(): Promise<{ uid: string; by: Racer }[]> {
    const { db, buyers, staff, stores } = this.#s
    const { rows } = await sql<{ store_id: number; user_id: string }>`
      select distinct on (store_id) store_id, user_id from store_members where ended_at is null
      order by store_id, user_id`.execute(db)
    const members = rows.flatMap(({ store_id, user_id }) => {
      const by = staff.get(user_id) ?? buyers.find(({ uid }) => uid === user_id)
      const store = stores.find(({ shopId }) => shopId === store_id)
      return by && store ? [{ uid: store.uid, by }] : []
    })
    return [...buyers.map((by) => ({ uid: by.uid, by })), ...members]
  }

  async #page({ uid, by }: { uid: string; by: Racer }, cursor: number, random: Random): Promise<Page | undefined> {
    const path = `/api/sync/pull?cursor=${cursor}${uid === by.uid ? '' : `&uid=${uid}`}`
    const answer = await aMarket(this.#s, random).call(path, undefined, by.token, { method: 'GET' })
    return wordOf(this.#s, 'sync.pull', answer) === 'accepted' ? (answer.data as Page) : undefined
  }

  /** Brings one follower to where the feed stands; false where nobody may pull it any more. */
  async #follow(owner: { uid: string; by: Racer }, at: Follower, random: Random): Promise<boolean> {
    for (let n = 0; n < PAGES; n++) {
      const page = await this.#page(owner, at.cursor, random)
      if (!page) return false
      if (page.reset) at.rows.clear()
      for (const change of page.changes) {
        const key = `${change.table}/${change.key}`
        const least = page.reset ? 0 : Math.max(at.cursor, at.rows.get(key)?.rev ?? 0)
        if (change.rev <= least)
          this.#s.faults.push(`${key} of ${owner.uid} came with rev ${change.rev} after ${least}`)
        at.rows.set(key, change)
      }
      at.cursor = Number(page.cursor)
      if (!page.more) return true
    }
    this.#s.faults.push(`the feed of ${owner.uid} has no end`)
    return false
  }

  /** One of them looks while others act. */
  async lookNow(random: Random): Promise<void> {
    const owner = random.pick(await this.#owners())
    // By itself: the follower that is judged later must not be brought on by two at once.
    await this.#follow(owner, { uid: owner.uid, cursor: 0, rows: new Map() }, random)
  }

  /** All of them catch up; those that are compared have what whoever begins now is told. */
  async catchUp(random: Random, compares: (n: number) => boolean): Promise<void> {
    for (const [n, owner] of (await this.#owners()).entries()) {
      const at = this.#followers.get(owner.uid) ?? { uid: owner.uid, cursor: 0, rows: new Map<string, Change>() }
      this.#followers.set(owner.uid, at)
      if (!(await this.#follow(owner, at, random)) || !compares(n)) continue
      const whole: Follower = { uid: owner.uid, cursor: 0, rows: new Map() }
      if (await this.#follow(owner, whole, random)) this.#compare(at, whole)
    }
  }

  #compare(has: Follower, whole: Follower): void {
    for (const key of new Set([...has.rows.keys(), ...whole.rows.keys()])) {
      const [here, there] = [has.rows.get(key), whole.rows.get(key)]
      if (isDeepStrictEqual(here?.row, there?.row)) continue
      const rowText = (change: Change | undefined): string =>
        change ? `${JSON.stringify(change.row).slice(0, 400)} (rev ${change.rev})` : 'nothing'
      this.#s.faults.push(`who followed ${has.uid} has ${key} as ${rowText(here)}, and the table is ${rowText(there)}`)
    }
  }
}
