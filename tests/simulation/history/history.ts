import { inspect } from 'node:util'
import type { MutationName } from '#contract/registry.ts'
import { deskId, deskPartsOf } from '#localdb/desk-id.ts'
import { GUEST, userDbName } from '#localdb/schema.ts'
import type { Gesture } from '#worker/api/worker-api.ts'
import { seededRandom, type Random } from '#server/seed/random.ts'
import type { TestShop } from '../../support/market/orders.ts'
import type { Answer } from '../device/answer.ts'
import { marketIsDead } from '../device/market-death.ts'
import { Network, type Seen } from '../device/network.ts'
import { Phone } from '../device/phone.ts'
import { picturesOf } from '../gestures/pictures.ts'
import type { Tab } from '../device/process.ts'
import type { Asked, FaultKind, InvariantId, Violation } from '../device/record.ts'
import type { Person, Shop } from './shop.ts'
import type { Staffed } from './staffed.ts'
import type { RawDatabase } from '../device/raw-database.ts'
import { abandon, quiet, whenIdle, whileBusy } from '../device/stage.ts'
import { Time } from '../device/time.ts'
import { expected } from '../device/expected-errors.ts'

const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : inspect(error)

const firstAsked = (intentId: string): string => intentId.replace(/[@~].*$/, '')

/** One history while it runs: its clock, devices and persons, and all that the harness remembers of them. */
export class History {
  readonly time = new Time()
  readonly random: Random
  readonly shop: Shop
  readonly phones: Phone[] = []
  persons: Person[] = []
  stores: TestShop[] = []
  staffed: Staffed | undefined
  /** The current price of a piece at the shops (minor units), by product. */
  readonly prices = new Map<number, number>()
  /** The price of a piece before its last change (minor units), by product. */
  readonly oldPrices = new Map<number, number>()
  /** How many pieces of each product were ever on the shelf. */
  readonly made = new Map<number, number>()
  /** Every intent that a person was told about or asked for, by intentId. */
  readonly asked = new Map<string, Asked>()
  readonly strikes: Partial<Record<FaultKind, number>> = {}
  /** How often each fault was tried, of those that need not strike. */
  readonly aimed: Partial<Record<FaultKind, number>> = {}
  /** Checkouts in which something was made dearer on purpose. */
  readonly dearer = new Set<string>()
  readonly violations: Violation[] = []
  /** A token's owner, as the market said when it gave it. */
  readonly owners = new Map<string, string>()
  /** Intents taken back or given up by a person, or that a file holds which another device may take over. */
  readonly dismissed = new Set<string>()
  /** Files of unsent work, each with its owner. */
  readonly files: { uid: string; bytes: Uint8Array<ArrayBuffer> }[] = []
  /** Databases that were given up at sign-out, or taken by the browser. */
  readonly forgone = new Set<RawDatabase>()
  /** Areas whose rule was changed. */
  readonly closed = new Set<string>()
  /** Ids on the wire that somebody else used first. */
  readonly forged = new Set<string>()
  /** Ids on the wire whose effect went when the server was restored from a backup. */
  readonly lost = new Set<string>()
  /** Ids whose refusal or question the restored server has forgotten: a late copy may go through after all. */
  readonly forgotten = new Set<string>()
  /** How often the server was restored. */
  restored = 0
  /** A session of each person's that no device holds: another client of theirs. */
  readonly elsewhere = new Map<string, string>()
  /** The data that the harness itself spoilt on the disk: intents by their id, rows by table and key. */
  readonly #spoilt = new Set<string>()
  /** Phones that got an answer without all results: they may know rows whose intents they do not know to be done. */
  readonly halfAnswered = new Set<Phone>()
  /** Which store of which device was the first to send an id. */
  readonly #senders = new Map<string, string>()
  intents = 0
  order = 0
  #underWay = new Set<Promise<unknown>>()

  constructor(seed: number, shop: Shop) {
    this.random = seededRandom(seed)
    this.shop = shop
    shop.clock.now = () => this.time.now
    // An error that the market logs counts as a bug.
    console.error = (...args: unknown[]) => {
      // A deposit that was spent when the network took it back.
      const isUsual = String(args[0]).startsWith('A reorganisation of ')
      if (!marketIsDead() && !isUsual) this.say('bug', `the market logged ${args.map(errorText).join(' ')}`)
    }
  }

  say(id: InvariantId, what: string): void {
    if (this.violations.length < 20) this.violations.push({ id, what })
  }

  spoil(what: string): void {
    this.#spoilt.add(firstAsked(what))
  }
  /** An intent that is asked again, merged or taken over from a spoilt one counts as spoilt too. */
  spoilt(what: string): boolean {
    return this.#spoilt.has(firstAsked(what))
  }

  strike(kind: FaultKind): void {
    this.strikes[kind] = (this.strikes[kind] ?? 0) + 1
  }

  /** Counts a fault that strikes only when it changes what happens; the returned function is called then. */
  aim(kind: FaultKind): () => void {
    this.aimed[kind] = (this.aimed[kind] ?? 0) + 1
    let struck = false
    return () => {
      if (!struck) this.strike(kind)
      struck = true
    }
  }

  /** A new device. */
  phone(): Phone {
    const random = seededRandom(Math.floor(this.random.next() * 2 ** 32))
    const phone = new Phone(this.phones.length, {
      time: this.time,
      random,
      strike: (kind) => this.strike(kind),
      report: (error, of) => {
        if (!expected(error)) this.say('bug', `device ${of.number}: ${errorText(error)}`)
      },
      network: (of) =>
        new Network({
          time: this.time,
          random,
          name: `device ${this.phones.length}`,
          deviceNow: () => of.now,
          market: (request) => this.shop.market.fetch(request),
          strike: (kind) => this.strike(kind),
          aim: (kind) => {
            const struck = this.aim(kind)
            return () => {
              struck()
              if (kind === 'resultsMissing') this.halfAnswered.add(of)
            }
          },
          seen: (call) => this.#seen(call, of),
          answered: (path, answer) => this.#answered(path, answer),
          endSession: (token) => this.endSession(token),
        }),
    })
    this.phones.push(phone)
    return phone
  }

  #seen({ path, query, token, body }: Seen, phone: Phone): void {
    if (path === '/api/sync/pull' && query.get('cursor') === phone.misplaced?.cursor) phone.misplaced?.struck()
    if (path !== '/api/sync/push') return
    const { uid, incarnation, intents } = body as { uid: string; incarnation: string; intents: { seq: number }[] }
    const owner = token === undefined ? undefined : this.owners.get(token)
    if (owner !== uid && !this.#mayAct(owner, uid, incarnation))
      this.say('I6', `${intents.length} intents of ${uid} (${incarnation}) were sent under the token of ${owner}`)
    // The push carries the device's own time, so that a change of its clock strikes now.
    for (const struck of phone.clockSet.splice(0)) struck()
    for (const { seq } of intents) {
      const id = `${incarnation}:${seq}`
      const by = `${phone.number}, ${phone.life}`
      const before = this.#senders.get(id)
      if (before === undefined) this.#senders.set(id, by)
      else if (before !== by) this.strike('copiesMeet')
    }
  }

  /** Whether somebody acts for an owner from their own desk: nobody sends what another member's desk holds. */
  #mayAct(person: string | undefined, owner: string, incarnation: string): boolean {
    if (person === undefined || owner !== this.staffed?.uid || !this.staffed.members.has(person)) return false
    const desk = userDbName(deskId(owner, person))
    const from = this.phones.flatMap(({ watch }) => watch.all()).filter(({ row }) => row.incarnation === incarnation)
    return from.length > 0 && from.every(({ database }) => database === desk)
  }

  /** The owners of a history's rows: its persons, and the store that some of them act for. */
  get owning(): string[] {
    return [...this.persons.map((p) => p.uid), ...(this.staffed ? [this.staffed.uid] : [])]
  }

  #answered(path: string, answer: Answer): void {
    if (answer.status >= 500)
      this.say('bug', `the market answered ${path} with ${answer.status}: ${answer.text.slice(0, 300)}`)
    if (path !== '/api/user/login') return
    const { code, data } = JSON.parse(answer.text) as {
      code: number
      data: { userinfo: { id: string; token: string } }
    }
    if (code === 1) this.owners.set(data.userinfo.token, data.userinfo.id)
  }

  async endSession(token: string): Promise<void> {
    const uid = this.owners.get(token)
    if (uid !== undefined) await this.endSessions(uid)
  }
  /** The market forgets a person's sessions, but for the one elsewhere; returns how many others there were. */
  endSessions(uid: string): Promise<number> {
    return whileBusy(async () => {
      const gone = await this.shop.market.db.deleteFrom('sessions').where('user_id', '=', uid).executeTakeFirst()
      this.elsewhere.set(uid, await this.shop.market.login(this.persons.find((p) => p.uid === uid)!))
      return Number(gone.numDeletedRows) - 1
    })
  }

  /** Begins work without waiting for it; an error in it is a bug unless faults explain it. */
  begin(work: Promise<unknown>): void {
    const watched = work
      .catch((error: unknown) => {
        if (!expected(error)) this.say('bug', errorText(error))
      })
      .finally(() => this.#underWay.delete(watched))
    this.#underWay.add(watched)
  }

  /** A tab that a person can use; the app is opened if there is none. */
  tabOf(phone: Phone, random: Random): Tab {
    return phone.awake.length > 0 ? random.pick(phone.awake) : phone.open()
  }

  /** One gesture of a person on a tab; `as` is the owner of the rows on its screen. */
  async gesture(phone: Phone, tab: Tab, gesture: readonly Gesture[], as = tab.page.shows): Promise<void> {
    const began = ++this.order
    const since = phone.sessions.length - 1
    // Only a gesture on nobody's screen yet, or on a guest's, may belong to somebody else: to the person who is signed
    // in, or who signs in while it is recorded.
    const open = as === undefined || as === GUEST
    // A gesture at a desk belongs to the store.
    const owner = deskPartsOf(as)?.storeUid ?? as
    const persons = new Set([...(owner === undefined ? [] : [owner]), ...(open ? phone.sessions.slice(since) : [])])
    const first = !gesture.some((g) => this.asked.has(g.intentId))
    const mine = gesture.map((g): Asked => {
      const known = this.asked.get(g.intentId)
      const asked = known ?? {
        intentId: g.intentId,
        name: g.name as MutationName,
        payload: g.payload,
        device: phone.number,
        tab: tab.number,
        persons,
        began,
        ended: Infinity,
        answer: undefined,
      }
      this.asked.set(g.intentId, asked)
      return asked
    })
    // The device keeps the pictures that a gesture names before it records the gesture.
    for (const g of gesture)
      for (const bytes of picturesOf(g.name, g.payload))
        await tab.worker.call('file.keep', { bytes }, as).catch((error: unknown) => {
          if (!expected(error)) this.say('bug', `a file could not be kept: ${errorText(error)}`)
        })
    const kind = await tab.worker.mutate(gesture, as, first).then(
      (outcome) => outcome.kind,
      (error: unknown) => {
        if (!expected(error)) this.say('bug', `a gesture threw: ${errorText(error)}`)
        return 'failed' as const
      },
    )
    // Nobody heard what a dead process says.
    if (tab.dead) return
    for (const asked of mine) {
      for (const uid of open ? phone.sessions.slice(since) : persons) asked.persons.add(uid)
      if (asked.answer === 'saved') continue
      asked.answer = kind
      asked.ended = ++this.order
      if (kind !== 'saved') continue
      this.intents += 1
      if (!phone.watch.durable(asked.intentId))
        this.say('I1', `intent ${asked.intentId} (${asked.name}) was called saved before it was on the disk`)
    }
  }

  /** Whether all work that was begun has come to an end. */
  get idle(): boolean {
    return this.#underWay.size === 0
  }

  /** Resolves when everything that was begun has come to an end or waits for the clock. */
  settle(): Promise<void> {
    return quiet()
  }

  /** Ends all devices, and the work of theirs that is still under way. */
  async end(): Promise<void> {
    for (const phone of this.phones) for (const tab of phone.live) tab.kill()
    // The market finishes the work that it has begun; no device hears its answers any more.
    await whenIdle()
    abandon()
  }
}
