import type { Change } from '#contract/sync/schema-changes.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import type { Decided, StoredOutcome } from './outcomes.ts'
import { rowsNow, type FeedOwner } from './rows.ts'

/** The outcomes whose rows are read at once, about: each may be large. */
const AT_ONCE = 20

const idOf = (row: Pick<Change, 'table' | 'key'>): string => `${row.table} ${row.key}`

/** The rows of outcomes that are repeated, as they are now; those that were asked for together are read together. */
export class Repeats {
  readonly #call: Pick<OwnerCall, 'tx' | 'keys'>
  readonly #owner: FeedOwner
  readonly #left: Decided[]
  #read = new Map<string, Change>()
  #of = new Set<Decided>()

  constructor(call: Pick<OwnerCall, 'tx' | 'keys'>, owner: FeedOwner, stored: ReadonlyMap<number, StoredOutcome>) {
    this.#call = call
    this.#owner = owner
    this.#left = [...stored.values()].map(({ result }) => result).toSorted((a, b) => a.seq - b.seq)
  }

  /** Reads again what comes next: rows have been written meanwhile. */
  forget(): void {
    this.#of.clear()
  }

  async rowsOf(result: Decided): Promise<Change[]> {
    if (!this.#of.has(result)) await this.#readFrom(result)
    return rowIds(result).flatMap((id) => this.#read.get(id) ?? [])
  }

  async #readFrom(result: Decided): Promise<void> {
    // One that this transaction has stored itself is not among them.
    const at = this.#left.indexOf(result)
    this.#of = new Set([result, ...(at === -1 ? [] : this.#left.slice(at, at + AT_ONCE))])
    const keys: Decided['keys'] = {}
    for (const one of this.#of)
      for (const [table, of] of Object.entries(one.keys) as [Change['table'], string[]][])
        keys[table] = [...new Set([...(keys[table] ?? []), ...of])]
    this.#read = new Map((await rowsNow(this.#call, this.#owner, keys)).map((row) => [idOf(row), row]))
  }
}

const rowIds = ({ keys }: Decided): string[] =>
  (Object.entries(keys) as [Change['table'], string[]][]).flatMap(([table, of]) =>
    of.map((key) => idOf({ table, key })),
  )
