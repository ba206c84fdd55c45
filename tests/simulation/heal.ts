import { deskId } from '#localdb/desk-id.ts'
import { GUEST, userDbName, type IntentRow, type MetaRows } from '#localdb/schema.ts'
import { LAYOUT } from '#localdb/versions.ts'
import { signIn } from './acts/persons.ts'
import type { History } from './history/history.ts'
import type { Phone } from './device/phone.ts'
import { positionOf } from '#server/feed/position.ts'
import { setAreaOpen } from '#server/market/areas/areas.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { uuidFrom } from './gestures/sight.ts'
import { whileBusy } from './device/stage.ts'

/** With a page visible, every intent that can be sent has ended this long after the faults stopped (virtual ms). */
const WITHIN = 90_000
/** Every copy of a call that was held up on the way has arrived this long after the call (virtual ms). */
const LATEST = 75_000

/** Ends every fault, without undoing its damage. Returns the phones that are to be flushed afterwards. */
async function endFaults(h: History): Promise<Set<Phone>> {
  const hurt = new Set<Phone>()
  for (const code of h.closed) await whileBusy(() => setAreaOpen(h.shop.market.db, code, true))
  for (const phone of h.phones) {
    phone.atPush.length = 0
    phone.disk.letGo()
  }
  // Lets the work finish that waited for a database to open, the harness's own work included.
  await h.settle()
  for (const phone of h.phones) {
    phone.network.heal()
    phone.loseWords = 0
    if (phone.offline || phone.fullUntil > h.time.now - 10_000 || phone.noOpenUntil > h.time.now - 10_000)
      hurt.add(phone)
    phone.offline = false
    phone.fullUntil = phone.noOpenUntil = 0
    for (const tab of phone.live) {
      tab.storage.length = 0
      tab.upgrading = () => undefined
      tab.deaf.clear()
    }
    for (const raw of phone.disk.databases.values()) {
      const fence = phone.disk.row<MetaRows['fence']>(raw, 'meta', 'fence')
      if (fence && fence.proto !== LAYOUT) {
        hurt.add(phone)
        await phone.disk.put(raw.name, 'meta', { ...fence, proto: LAYOUT })
      }
    }
  }
  return hurt
}

const outbox = (phone: Phone, uid: string): IntentRow[] => phone.disk.rows<IntentRow>(userDbName(uid), 'outbox')
const ENDED = new Set(['rejected', 'conflict'])

/**
 * The intents that can still be sent with a live session: not those that wait for the person or for an update, nor
 * those behind them.
 */
export function sendable(rows: readonly IntentRow[]): IntentRow[] {
  const stuck = new Set<string>()
  // An intent that was agreed to comes after those that depend on it, so each pass may find more that are stuck.
  for (let known = -1; known < stuck.size;) {
    known = stuck.size
    sendableBut(rows, stuck)
  }
  return sendableBut(rows, stuck)
}

/** One pass through the rows in their order; adds the ids of blocked intents to `stuck`. */
function sendableBut(rows: readonly IntentRow[], stuck: Set<string>): IntentRow[] {
  const blocked = new Set<string>()
  const out: IntentRow[] = []
  for (const row of [...rows].sort((a, b) => a.seq! - b.seq!)) {
    if (!Array.isArray(row.lanes) || !Array.isArray(row.deps)) {
      out.push(row)
      continue
    }
    const waits =
      row.state === 'conflict' ||
      (row.state === 'held' && row.last?.reason === 'updateNeeded') ||
      row.lanes.some((l) => blocked.has(l)) ||
      row.deps.some((d) => stuck.has(d))
    if (row.state === 'rejected') continue
    if (waits) {
      for (const lane of row.lanes) blocked.add(lane)
      stuck.add(row.intentId)
    } else if (!ENDED.has(row.state)) out.push(row)
  }
  return out
}

/**
 * Lets a person's work drain on a phone, and says when it does not in time (I8); a session that is found to be gone
 * waits for the person.
 */
async function drain(h: History, phone: Phone, uid: string): Promise<void> {
  const done = (): boolean => sendable(outbox(phone, uid)).length === 0 || sessionGone(phone, uid)
  const limit = Math.max(WITHIN, phone.network.retryAt + WITHIN - h.time.now)
  await h.time.pass(limit, done)
  if (done()) return
  const left = sendable(outbox(phone, uid)).map((r) => `${r.seq} ${r.name} ${r.state}`)
  h.say(
    'I8',
    `device ${phone.number}: ${limit / 1000} s after the faults stopped ${left.length} of ${uid} still wait: ${left.slice(0, 5).join(', ')}`,
  )
}

/** Waits for an answer that must come; the clock goes on meanwhile. */
async function within<T>(h: History, what: string, work: Promise<T>): Promise<T | undefined> {
  let result: { value: T } | undefined
  let failure: unknown
  work.then(
    (value) => {
      result = { value }
    },
    (error: unknown) => {
      failure = error
    },
  )
  await h.time.pass(60_000, () => result !== undefined || failure !== undefined)
  if (result) return result.value
  h.say('I8', `${what}: ${failure === undefined ? 'no answer' : String(failure)}`)
  return undefined
}

const sessionGone = (phone: Phone, uid: string): boolean =>
  phone.disk.row<MetaRows['link']>(userDbName(uid), 'meta', 'link')?.session !== 'ok'
const visible = (phone: Phone): boolean => phone.awake.length > 0

/** The faults stop: every device comes to rest, one person after another, and knows all that the market knows. */
export async function heal(h: History): Promise<void> {
  // In a long tunnel it waits until the pauses between tries are as long as they get.
  const tunnel = Math.max(...h.phones.map((phone) => phone.network.lieFiUntil)) - h.time.now
  if (tunnel > 60_000) await h.time.pass(Math.min(tunnel, 200_000) - 1_000)
  const hurt = await endFaults(h)
  // Lets the faults strike that were already on their way.
  await h.time.pass(300)
  // Lets work under way, such as signing in, come to its end; a call to a dead process never does.
  await h.time.pass(35_000, () => h.idle)
  // A timer of the market finds the rows that are owed to a feed when no process lived to announce them.
  await whileBusy(() => settleAllOwed(h.shop.market.db))
  for (const phone of h.phones) {
    if (!visible(phone)) phone.open()
    // The browser tells a page that the network is back, or that somebody sees it again. A device must find out
    // everything else by itself.
    if (hurt.has(phone) || phone.awake.every((tab) => tab.hidden))
      for (const tab of phone.awake) h.begin(tab.worker.flush(true))
  }
  for (const phone of h.phones) await healPhone(h, phone)
  for (const phone of h.phones) for (const tab of phone.live) tab.thaw()
  // Lets the work of the thawed tabs, such as signing out, come to its end too.
  await h.time.pass(35_000, () => h.idle)
  for (const phone of h.phones) await stillRecords(h, phone)
  for (const phone of h.phones) await drain(h, phone, phone.person)
  await h.time.pass(LATEST, () => h.phones.every((phone) => phone.network.nothingLate))
  // The latest changes must reach every device: in the first round without a flush, in later rounds with one.
  for (let i = 0; i < 3; i++) {
    if (i > 0) for (const phone of h.phones) h.begin(phone.awake[0]!.worker.flush(true))
    const heads = await feeds(h)
    const gone = (phone: Phone): boolean => phone.person !== GUEST && sessionGone(phone, phone.person)
    await h.time.pass(WITHIN, () => h.phones.every((phone) => gone(phone) || knows(phone, heads)))
    // An idle device learns only now that its session has ended.
    if (!h.phones.some(gone)) break
    for (const phone of h.phones.filter(gone)) await healPhone(h, phone)
  }
  await h.time.pass(WITHIN, () => h.phones.every((phone) => phone.live.every((tab) => tab.unanswered.size === 0)))
  for (const phone of h.phones)
    for (const tab of phone.live)
      for (const call of tab.unanswered) h.say('I8', `device ${phone.number}: tab ${tab.number} never answered ${call}`)
}

/** A device that has been through all this still records what a person does. */
async function stillRecords(h: History, phone: Phone): Promise<void> {
  const intentId = uuidFrom(h.random)
  await within(
    h,
    `device ${phone.number}: a gesture after all`,
    h.gesture(phone, phone.awake[0]!, [
      { intentId, name: 'favourite.set', payload: { id: h.stores[0]!.ids[0]!, on: h.random.chance(0.5) } },
    ]),
  )
  const { answer } = h.asked.get(intentId)!
  if (answer !== 'saved') h.say('I8', `device ${phone.number}: a gesture after the faults stopped was called ${answer}`)
}

/** Where each person's feed stands at the market, as a position. */
const feeds = async (h: History): Promise<Map<string, string>> => {
  const rows = await whileBusy(() =>
    h.shop.market.db
      .selectFrom('feeds')
      .selectAll()
      .where(
        'user_id',
        'in',
        h.persons.map((p) => p.uid),
      )
      .execute(),
  )
  return new Map(rows.map((r) => [r.user_id, positionOf(r.rev, r.stamp)]))
}
/**
 * Whether a device has all of its person's current feed, not of one that a restore has lost, and has asked the restored
 * market which intents it lost.
 */
function knows(phone: Phone, heads: ReadonlyMap<string, string>): boolean {
  const name = userDbName(phone.person)
  // The device has the restored feed before it asks, and a sign-in between the two would cut the question off.
  if (phone.disk.row<MetaRows['restored']>(name, 'meta', 'restored')?.open === true) return false
  const head = heads.get(phone.person)
  const position = phone.disk.row<MetaRows['position']>(name, 'meta', 'position')?.position
  // The restored market may be from before the person's first change, and has no feed of theirs.
  if (head === undefined) return position === undefined
  const cursor = phone.disk.row<MetaRows['cursor']>(name, 'meta', 'cursor')?.cursor
  return cursor === head.split('.')[0] && position === head
}

/** Lets a device learn which intents of its person a restored market has lost, before that person leaves it. */
async function hears(h: History, phone: Phone): Promise<void> {
  for (let seconds = 0; seconds < WITHIN / 1000; seconds++) {
    if (sessionGone(phone, phone.person) || knows(phone, await feeds(h))) return
    await h.time.pass(1_000)
  }
}

/**
 * Lets the intents drain that a member has left at their desk on a phone. Where the membership has ended, the desk
 * learns of that and keeps them (I4).
 */
async function drainDesk(h: History, phone: Phone, uid: string): Promise<void> {
  const { staffed } = h
  const desk = staffed && deskId(staffed.uid, uid)
  if (!desk || !phone.disk.databases.has(userDbName(desk)) || sessionGone(phone, uid)) return
  const ended = (): boolean => phone.disk.row(userDbName(desk), 'meta', 'ended') !== undefined
  await within(
    h,
    `device ${phone.number}: opening the desk`,
    phone.awake[0]!.worker.call('store.open', { uid: staffed.uid }, uid),
  )
  const done = (): boolean => ended() || sendable(outbox(phone, desk)).length === 0 || sessionGone(phone, uid)
  await h.time.pass(Math.max(WITHIN, phone.network.retryAt + WITHIN - h.time.now), done)
  if (done()) return
  const left = sendable(outbox(phone, desk)).map((r) => `${r.seq} ${r.name} ${r.state}`)
  h.say('I8', `device ${phone.number}: at the desk of ${uid} still wait: ${left.slice(0, 5).join(', ')}`)
}

async function healPhone(h: History, phone: Phone): Promise<void> {
  const first = phone.person === GUEST ? [] : [phone.person]
  const others = h.persons
    .map((p) => p.uid)
    .filter((uid) => !first.includes(uid) && phone.disk.databases.has(userDbName(uid)))
  if (first.length === 0 && others.length === 0) others.push(h.persons[0]!.uid)
  for (const uid of [...first, ...others]) {
    // A session's end may only be found out on the way.
    for (let i = 0; i < 2 && (i === 0 || sessionGone(phone, uid)); i++) {
      if (phone.person !== uid || sessionGone(phone, uid))
        await within(h, `device ${phone.number}: signing in`, signIn(h, phone, uid, phone.awake[0] ?? phone.open()))
      await drain(h, phone, uid)
      // The app is updated where the market had demanded it.
      if (!outbox(phone, uid).some((r) => r.last?.reason === 'updateNeeded')) continue
      for (const tab of phone.live) tab.kill()
      await h.settle()
      phone.open()
      await h.time.pass(WITHIN, () => !outbox(phone, uid).some((r) => r.last?.reason === 'updateNeeded'))
      await drain(h, phone, uid)
    }
    await hears(h, phone)
    // The device knows by now which stores the person acts for.
    await drainDesk(h, phone, uid)
    await drain(h, phone, uid)
    const left = outbox(phone, uid).filter((r) => r.state === 'held' || sendable(outbox(phone, uid)).includes(r))
    if (left.length > 0)
      h.say(
        'I8',
        `device ${phone.number}: of ${uid} ${left
          .map((r) => `${r.name} ${r.state} ${r.last?.reason ?? ''}`)
          .slice(0, 5)
          .join(', ')} is left`,
      )
  }
}
