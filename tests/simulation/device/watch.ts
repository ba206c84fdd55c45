import { isDeepStrictEqual } from 'node:util'
import { UNDO_WITHIN } from '#contract/orders/states.ts'
import { userTables } from '#contract/wire/user-tables.ts'
import type { ArchivedIntent, IntentRow, MetaRows } from '#localdb/schema.ts'
import { isPending } from '#localdb/intent-states.ts'
import { project, splitKey } from '#worker/outbox/fold.ts'
import type { RawDatabase, RawTransaction } from './raw-database.ts'
import type { Disk, DiskUser } from './storage.ts'
import type { Violation } from './record.ts'

/** The last committed state of an intent: where its row was after the last transaction that touched it. */
export interface Fate {
  row: IntentRow | ArchivedIntent
  where: 'outbox' | 'archive' | 'quarantine' | 'gone'
  database: string
  raw: RawDatabase
  history: string[]
}

const USER = 'caravan-user-'

/** The parts of an id by which the market knows an intent. */
const wireIds = ['incarnation', 'seq', 'createdAt'] as const

/** Follows every committed transaction of a device's databases, as an observer that no code of the product knows. */
export class Watch {
  /** By intentId. */
  readonly fates = new Map<string, Fate>()
  readonly violations: Violation[] = []
  /** The fates, in earlier stores of this device, of intents that the store in their place holds too. */
  readonly #former: Fate[] = []
  /** The ids of intents that a person has taken back. The market's answer to that is final, whichever tab sends now. */
  readonly takenBack = new Set<string>()
  #outbox = new WeakMap<RawDatabase, Map<number, IntentRow>>()
  #epoch = new WeakMap<RawDatabase, number>()
  /** The epoch that a tab was last granted, by database. */
  #granted = new WeakMap<DiskUser, WeakMap<RawDatabase, number>>()
  #writing = new WeakMap<RawTransaction, IntentRow[]>()
  readonly #disk: Disk
  /** The time by the device's clock (Unix ms). */
  readonly #now: () => number
  /** Called when the device's session record may have changed. */
  onSession = (): void => {}

  constructor(disk: Disk, now: () => number) {
    this.#disk = disk
    this.#now = now
  }

  wrote(tx: RawTransaction, store: string, value: unknown): void {
    if (store !== 'outbox' && store !== 'archive') return
    const list = this.#writing.get(tx) ?? []
    list.push(value as IntentRow)
    this.#writing.set(tx, list)
    if (tx.durability !== 'strict')
      this.#say('I1', `an intent was written without strict durability (${(value as IntentRow).intentId})`)
  }

  /** The fates of every intent in every store that this device ever had. */
  all(): Fate[] {
    return [...this.fates.values(), ...this.#former]
  }

  /** The harness has written over an intent that was there. */
  spoilt(raw: RawDatabase, row: IntentRow): void {
    this.#outbox.get(raw)?.set(row.seq!, row)
    this.#follow(raw, row, 'outbox')
  }

  /** The device's stores were replaced: from here on an intent is where the new stores have it. */
  replaced(): void {
    for (const raw of this.#disk.databases.values()) {
      if (!raw.name.startsWith(USER)) continue
      const outbox = this.#disk.rows<IntentRow>(raw, 'outbox')
      this.#outbox.set(raw, new Map(outbox.map((row) => [row.seq!, row])))
      const lease = this.#disk.row<MetaRows['lease']>(raw, 'meta', 'lease')
      if (lease) this.#epoch.set(raw, lease.epoch)
      const put = (row: IntentRow | undefined, where: Fate['where']): void => {
        // An entry that was written off has no row, and a row that no code of ours has written may have no id.
        if (typeof row?.intentId !== 'string') return
        const old = this.fates.get(row.intentId)
        if (old) this.#former.push(old)
        const history = [...(old?.history ?? []), 'put back', `${row.state}${where === 'outbox' ? '' : `@${where}`}`]
        this.fates.set(row.intentId, { row, where, database: raw.name, raw, history })
      }
      for (const row of outbox) put(row, 'outbox')
      for (const row of this.#disk.rows<ArchivedIntent>(raw, 'archive')) put(row, 'archive')
      for (const { row } of this.#disk.rows<{ row?: IntentRow }>(raw, 'quarantine')) put(row, 'quarantine')
    }
    this.onSession()
  }

  /** Whether an intent is on the disk, committed. */
  durable(intentId: string): boolean {
    return this.fates.has(intentId)
  }

  committed(user: DiskUser, tx: RawTransaction): void {
    const raw = tx.db._rawDatabase
    if (raw.name === 'caravan-device') return this.onSession()
    if (!raw.name.startsWith(USER)) return
    const scope = tx.objectStoreNames
    if (scope.contains('outbox')) this.#outboxMoved(user, raw)
    for (const row of this.#writing.get(tx) ?? []) {
      if (!this.fates.has(row.intentId)) this.#follow(raw, row, 'archive')
    }
    if (scope.contains('meta')) this.#leaseMoved(user, raw)
  }

  #follow(raw: RawDatabase, row: IntentRow, where: Fate['where']): void {
    const before = this.fates.get(row.intentId)
    // A store that was put back may repeat a gesture under the same intentId. To the market that is another intent,
    // since it knows an intent by its incarnation, seq and moment.
    const again = before && wireIds.some((name) => before.row[name] !== row[name])
    if (again) this.#former.push(before)
    const old = again ? undefined : before
    const history = old?.history ?? []
    if (!old || old.row.state !== row.state || old.where !== where)
      history.push(`${row.state}${where === 'outbox' ? '' : `@${where}`}`)
    this.fates.set(row.intentId, { row, where, database: raw.name, raw, history })
  }

  #leaseMoved(user: DiskUser, raw: RawDatabase): void {
    const lease = this.#disk.row<MetaRows['lease']>(raw, 'meta', 'lease')
    if (!lease || lease.epoch === this.#epoch.get(raw)) return
    const before = this.#epoch.get(raw) ?? 0
    if (lease.epoch < before)
      this.#say('I10', `the lease's epoch went back from ${before} to ${lease.epoch} in ${raw.name}`)
    this.#epoch.set(raw, lease.epoch)
    const mine = this.#granted.get(user) ?? new WeakMap<RawDatabase, number>()
    mine.set(raw, lease.epoch)
    this.#granted.set(user, mine)
  }

  #outboxMoved(user: DiskUser, raw: RawDatabase): void {
    this.#leaseMoved(user, raw)
    const before = this.#outbox.get(raw) ?? new Map<number, IntentRow>()
    const after = new Map(this.#disk.rows<IntentRow>(raw, 'outbox').map((row) => [row.seq!, row]))
    this.#outbox.set(raw, after)
    const keys = new Set<string>()
    for (const [seq, row] of after) {
      const old = before.get(seq)
      if (old === row) continue
      if (old?.state === 'pending' && row.state === 'sending') this.#mayGo(row)
      if (old) this.#mayTouch(user, raw, old, row)
      else if (row.state === 'sending') this.#mayTouch(user, raw, undefined, row)
      this.#follow(raw, row, 'outbox')
      if (!old || isPending(old.state) !== isPending(row.state) || !isDeepStrictEqual(old.payload, row.payload))
        for (const key of listed(row.keys)) keys.add(key)
      if (old && old.attempts > 0 && !isDeepStrictEqual(old.payload, row.payload))
        this.#say('I3', `intent ${row.intentId} was changed after it was sent`)
    }
    for (const [seq, old] of before) {
      if (after.has(seq)) continue
      this.#mayTouch(user, raw, old, undefined)
      for (const key of listed(old.keys)) keys.add(key)
      const ended = this.#disk.row<ArchivedIntent>(raw, 'archive', old.intentId)
      const aside = this.#disk.row<{ row: IntentRow }>(raw, 'quarantine', old.intentId)
      this.#follow(raw, ended ?? aside?.row ?? old, ended ? 'archive' : aside ? 'quarantine' : 'gone')
      if (!ended && !aside) this.#say('I4', `intent ${old.intentId} (${old.name}) left the outbox for nowhere`)
    }
    this.lawThree(raw, 'I2', keys)
  }

  /** An intent is not sent in the time in which a person may undo it (I5), unless the clock was set back behind it. */
  #mayGo({ intentId, name, notBefore }: IntentRow): void {
    const early = notBefore - this.#now()
    if (early > 0 && early <= UNDO_WITHIN) this.#say('I5', `${name} ${intentId} was sent ${early} ms before its time`)
  }

  /** A row in flight is changed only by the tab that holds the current lease (I10). */
  #mayTouch(user: DiskUser, raw: RawDatabase, old: IntentRow | undefined, row: IntentRow | undefined): void {
    if (old?.state !== 'sending' && row?.state !== 'sending') return
    const epoch = this.#epoch.get(raw) ?? 0
    const mine = this.#granted.get(user)?.get(raw)
    const of = row ?? old!
    if (!row && this.takenBack.has(of.intentId)) return
    if (mine !== epoch)
      this.#say(
        'I10',
        `intent ${of.intentId} in flight was changed (${old?.state} → ${row?.state ?? 'gone'}) under epoch ${mine}, while ${epoch} holds`,
      )
    if (row?.state === 'sending' && row.leaseEpoch !== epoch)
      this.#say('I10', `intent ${of.intentId} was sent under epoch ${row.leaseEpoch}, while ${epoch} holds`)
  }

  /** A shown row is the fold of the waiting intents over the server's row (law 3); checks these keys, or all. */
  lawThree(raw: RawDatabase, id: 'I2' | 'I7', only?: ReadonlySet<string>): void {
    const waiting = this.#disk.rows<IntentRow>(raw, 'outbox').filter((row) => Array.isArray(row.keys))
    const keys =
      only ??
      new Set([
        ...userTables.flatMap((table) =>
          this.#disk.rows<{ key: string }>(raw, table).map((row) => `${table}/${row.key}`),
        ),
        ...waiting.filter((row) => isPending(row.state)).flatMap((row) => row.keys),
      ])
    for (const ref of keys) {
      const { table, key } = splitKey(ref)
      const mirror = this.#disk.row<{ server: never; rev: number }>(raw, table, key)
      const due = project(
        key,
        mirror?.server ?? null,
        mirror?.rev ?? 0,
        waiting.filter((row) => row.keys.includes(ref)),
      )
      if (!isDeepStrictEqual(due, mirror))
        this.#say(id, `${raw.name} ${ref} shows ${JSON.stringify(mirror)} and not ${JSON.stringify(due)}`)
    }
  }

  #say(id: Violation['id'], what: string): void {
    this.violations.push({ id, what })
  }
}

const listed = (keys: unknown): string[] => (Array.isArray(keys) ? (keys as string[]) : [])
