import type { Mutation } from '#contract/wire/mutation.ts'
import { mutations } from '#contract/mutations.ts'
import { userTables } from '#contract/wire/user-tables.ts'
import { sealedFields } from '#contract/sync/sealed-fields.ts'
import { GUEST, userDbName, type IntentRow, type MetaRows } from '#localdb/schema.ts'
import { LAYOUT } from '#localdb/versions.ts'
import type { Stroke } from '../device/storage.ts'
import { uuidFrom } from '../gestures/sight.ts'
import type { Act } from './act.ts'

const atCall =
  (stroke: Stroke, most: number): Act =>
  (h, phone, random) => {
    h.tabOf(phone, random).storage.push({ at: random.whole(1, most), stroke })
  }

/** Mutations on which no other intent depends, so that the harness may spoil their rows. */
const SPOILT: ReadonlySet<string> = new Set(['favourite.set', 'follow.set'])

export const storageActs = {
  /** The process dies at the k-th store call from here. */
  crashAtCall: atCall('dies', 90),
  /** A transaction is aborted at the k-th store call from here. */
  abortAtCall: atCall('aborts', 60),
  quota: (h, phone, random) => {
    phone.fullUntil = h.time.now + random.whole(500, 6_000)
  },
  connectionLost: (h, phone, random) => {
    if (phone.disk.closeUnder(h.tabOf(phone, random)) > 0) h.strike('connectionLost')
  },
  /** The browser takes everything away, with the pages open or closed. */
  eviction: (h, phone, random) => {
    if (phone.disk.databases.size === 0) return
    h.strike('eviction')
    for (const raw of phone.disk.databases.values()) h.forgone.add(raw)
    if (random.chance(0.5)) for (const tab of phone.live) tab.kill()
    for (const tab of phone.live) phone.disk.closeUnder(tab)
    phone.disk.wipe()
    phone.watch.onSession()
  },
  openHangs: (h, phone, random) => {
    const release = phone.disk.hang(userDbName(phone.person), () => h.strike('openHangs'))
    h.time.later(random.whole(500, 20_000), release)
  },
  openFails: (h, phone, random) => {
    // A database that is open stays usable, so the processes start again and have to open it.
    phone.noOpenUntil = h.time.now + random.whole(500, 20_000)
    phone.killAll()
    phone.open()
  },
  /** The key under which a person's texts are sealed is gone when the app is opened next. */
  keyLost: (h, phone) => {
    const database = userDbName(phone.person)
    if (phone.person === GUEST || !phone.disk.row(database, 'keys', 'seal')) return
    phone.killAll()
    // These can no longer be unsealed. Waiting intents are set aside, and the person is told; the device asks the shop
    // for its rows again.
    const mayComeBack = phone.disk
      .rows<IntentRow>(database, 'archive')
      .filter((row) => row.state === 'cancelled' || row.state === 'acked')
    for (const row of [...phone.disk.rows<IntentRow>(database, 'outbox'), ...mayComeBack]) {
      if (!(mutations[row.name] as Mutation | undefined)?.sealed) continue
      h.spoil(row.intentId)
      for (const key of row.keys) h.spoil(key)
    }
    for (const table of userTables)
      if (sealedFields[table])
        for (const { key } of phone.disk.rows<{ key: string }>(database, table)) h.spoil(`${table}/${key}`)
    if (phone.disk.lose(database, 'keys', 'seal')) h.strike('keyLost')
  },
  /** A row that no code of ours has written. */
  foreignRow: async (h, phone, random) => {
    const database = userDbName(phone.person)
    if (!phone.disk.databases.get(database)?.rawObjectStores.has('outbox')) return undefined
    h.strike('foreignRow')
    const intentId = `foreign-${uuidFrom(random)}`
    h.spoil(intentId)
    const whole: Partial<IntentRow> = {
      intentId,
      incarnation: 'another',
      uid: phone.person,
      proto: 1,
      name: 'tomorrow.thing' as never,
      payload: {},
      lanes: [],
      keys: [],
      deps: [],
      state: 'pending',
      attempts: 0,
      notBefore: 0,
      leaseEpoch: 0,
      last: null,
      createdAt: 1,
      confirmBy: null,
    }
    // A row that is there already may be spoilt instead.
    const sent = phone.disk
      .rows<IntentRow>(database, 'outbox')
      .find((r) => SPOILT.has(r.name) && ['pending', 'unknown', 'waiting'].includes(r.state) && !h.spoilt(r.intentId))
    if (sent && random.chance(0.5)) {
      for (const what of [sent.intentId, ...sent.keys]) h.spoil(what)
      const spoilt = { ...sent, confirmBy: 'never' as never }
      await phone.disk.put(database, 'outbox', spoilt)
      return phone.watch.spoilt(phone.disk.databases.get(database)!, spoilt)
    }
    const row = random.pick<object>([
      whole,
      { ...whole, lanes: 'all' },
      { ...whole, state: 'flying' },
      { ...whole, name: 'cart.add', payload: { id: 'x' } },
      { intentId },
    ])
    return phone.disk.put(database, 'outbox', row)
  },
  /** Newer code has marked the database, so this code must not touch its rows; after a while the mark is removed. */
  unknownProtocol: async (h, phone, random) => {
    const database = userDbName(phone.person)
    const fence = phone.disk.row<MetaRows['fence']>(database, 'meta', 'fence')
    if (!fence || phone.person === GUEST || fence.proto !== LAYOUT) return
    const raw = phone.disk.databases.get(database)
    const struck = h.aim('unknownProtocol')
    await phone.disk.put(database, 'meta', { ...fence, proto: LAYOUT + 1 })
    phone.newerMark = () => {
      if (phone.disk.row<MetaRows['fence']>(database, 'meta', 'fence')?.proto === LAYOUT + 1) struck()
    }
    h.time.later(random.whole(500, 15_000), () => {
      phone.newerMark = undefined
      if (phone.disk.databases.get(database) === raw)
        h.begin(
          phone.disk.put(database, 'meta', {
            ...(phone.disk.row<object>(database, 'meta', 'fence') ?? fence),
            proto: LAYOUT,
          }),
        )
    })
  },
  cursorBack: (h, phone, random) => {
    const database = userDbName(phone.person)
    const at = phone.disk.row<MetaRows['cursor']>(database, 'meta', 'cursor')
    const seen = phone.disk.row<MetaRows['position']>(database, 'meta', 'position')
    // A cursor that was put ahead already would move to a place up to which nothing was read.
    if (!at || Number(at.cursor) > Number.parseInt(seen?.position ?? '0', 10)) return undefined
    const cursor = String(random.chance(0.5) ? random.whole(0, Number(at.cursor)) : Number(at.cursor) + 1000)
    if (cursor === at.cursor) return undefined
    phone.misplaced = { cursor, struck: h.aim('cursorBack') }
    return phone.disk.put(database, 'meta', { key: 'cursor', cursor })
  },
} satisfies Record<string, Act>
