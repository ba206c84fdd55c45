import { PROTOCOL, PUSH_INTENTS_MAX, SCHEMA } from '#contract/schema/sync.ts'
import type { UserDb } from '#localdb/open.ts'
import { wait, type Env } from '../env/env.ts'
import { pullFeed } from './pull.ts'
import { sealChanges, type Vault } from '../session/sealing.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import { listenForPokes } from '../wire/poke.ts'
import type { Speaker, Wire } from '../wire/wire.ts'
import { CAP_HIDDEN, CAP_VISIBLE, MAX_WAIT, pause } from './backoff.ts'
import { LeaseLost, readCursor, readMeta, type Fence } from './fence.ts'
import { beat, HEARTBEAT } from './lease.ts'
import { pushBody, settlingOf } from './push.ts'
import { isRestoring, offerAgain } from './restored.ts'
import { settle } from './settle.ts'
import { createSleeper, type Sleeper } from './sleeper.ts'
import { opened, take } from './take.ts'

/** A whole exchange that was refused is a bug, or an app too old: asked again this much later (ms). */
const REFUSED_PAUSE = 60_000
/** At most one probe that a tap, the network or a page's coming to sight asks for, in this time (ms). */
const PROBE_GAP = 2_000
/**
 * A drain that nobody sees sleeps through no longer pauses than this, and no longer in all than that (ms): the browser
 * wakes it again.
 */
const DRAIN_PAUSE = 10_000
const DRAIN_LIMIT = 60_000

/** So many pokes are told apart while an exchange is under way; beyond that a pull answers them all. */
const POKES_MAX = 16

/** What the sender needs of the person whose work it sends. */
export interface Correspondent {
  env: Env
  db: UserDb
  fence: Fence
  vault: Vault
  wire: Wire
  base: string
  /** Undefined while there is no live session: then everything is held. */
  speaker(): Promise<Speaker | undefined>
  /**
   * Every contact with the server, good or bad, is told here; by a pull also whether only a newer app can read the
   * feed.
   */
  contact(reached: boolean, updateNeeded?: boolean): Promise<void>
  /** The server no longer knows the token of this speaker. */
  sessionGone(speaker: Speaker): Promise<void>
  visible(): boolean
  /** Rows may have come whose products must be fetched. */
  pulled(): void
}

/** What others may ask of the sender. */
export interface Sender {
  /** There is something to send. */
  kick(): void
  /** The network may be back, or somebody asks: try now, whatever the backoff says. */
  probe(): void
  /** Sends, pulls and keeps the poke stream for as long as the lease is held. */
  hold(epoch: number, lost: AbortSignal): Promise<void>
  /**
   * Sends what can go and ends, without listening to anybody: for a service worker that was woken for it. Resolves with
   * how soon something more may go (ms; Infinity when nothing waits for time or network).
   */
  drain(epoch: number, lost: AbortSignal): Promise<number>
}

/** What the sender has to do, and how it has been going. */
interface Agenda {
  push: boolean
  pull: boolean
  /** Positions that the feed is said to have risen to: a pull is needed unless the device stands there. */
  poked: Set<string>
  /** The server was restored from an older backup: nothing is sent before it was heard, and asked what it lost. */
  restored: boolean
  failures: number
  /** Nothing is tried before (Unix ms). */
  notBefore: number
  /** When an intent that waits may go (Unix ms). */
  nextAt: number
  /** Intents a batch. */
  limit: number
  /**
   * When the server is asked although the device says that it has no network (Unix ms); Infinity while it does not say
   * so.
   */
  doubtAt: number
  /** Something got through in spite of such a saying: until the next failure it counts for nothing. */
  disbelief: boolean
}

export function createSender(c: Correspondent): Sender {
  const agenda: Agenda = {
    push: true,
    pull: true,
    poked: new Set(),
    restored: false,
    failures: 0,
    notBefore: 0,
    nextAt: Infinity,
    limit: PUSH_INTENTS_MAX,
    doubtAt: Infinity,
    disbelief: false,
  }
  const [sleeper, ear] = [createSleeper(c.env), createSleeper(c.env)]
  let lastProbe = -Infinity
  return {
    kick: () => {
      agenda.push = true
      sleeper.wake()
    },
    probe: () => {
      const now = c.env.now()
      if (now - lastProbe < PROBE_GAP && now >= lastProbe) return
      lastProbe = now
      Object.assign(agenda, { push: true, pull: true, notBefore: 0 })
      for (const asleep of [sleeper, ear]) asleep.wake()
    },
    hold: (epoch, lost) =>
      tenure(
        c,
        lost,
        sleeper.wake,
        async (t, over) => {
          Object.assign(agenda, { push: true, pull: true, notBefore: 0, restored: await isRestoring(c.db) })
          while (!over.aborted) {
            sleeper.rouse()
            const ms = await round(t, agenda, epoch)
            if (ms > 0 && !over.aborted) await sleeper.sleep(ms)
          }
        },
        [
          (t, over) =>
            keepBeating(t, epoch, over, () => {
              agenda.push = true
              sleeper.wake()
            }),
          (t, over) =>
            keepPoked(t, ear, over, (position) => {
              if (position === '' || agenda.poked.size >= POKES_MAX) agenda.pull = true
              else agenda.poked.add(position)
              sleeper.wake()
            }),
        ],
      ),
    async drain(epoch, lost) {
      let next = 0
      await tenure(
        c,
        lost,
        sleeper.wake,
        async (t, over) => {
          Object.assign(agenda, { push: true, pull: false, notBefore: 0, restored: await isRestoring(c.db) })
          const until = c.env.now() + DRAIN_LIMIT
          while (!over.aborted) {
            sleeper.rouse()
            next = await round(t, agenda, epoch)
            if (next > DRAIN_PAUSE || c.env.now() + next > until) return
            if (next > 0) await sleeper.sleep(next)
          }
        },
        [
          (t, over) =>
            keepBeating(t, epoch, over, () => {
              agenda.push = true
              sleeper.wake()
            }),
        ],
      )
      return next
    },
  }
}

type Work = (c: Correspondent, over: AbortSignal) => Promise<void>

/** Does the work of a lease, and what goes on beside it, until it ends, the lease is lost, or one of them breaks. */
async function tenure(
  c: Correspondent,
  lost: AbortSignal,
  wake: () => void,
  work: Work,
  beside: readonly Work[],
): Promise<void> {
  const over = new AbortController()
  // What is on the wire ends with the lease, which says nothing of the network: whoever comes next finds it unknown.
  const tenant: Correspondent = {
    ...c,
    wire: { send: (name, input, speaker) => c.wire.send(name, input, speaker, over.signal) },
    contact: (...how) => (over.signal.aborted ? Promise.resolve() : c.contact(...how)),
  }
  const end = (): void => {
    over.abort()
    wake()
  }
  let failure: unknown
  const failed = (error: unknown): void => {
    failure ??= error
    end()
  }
  lost.addEventListener('abort', end)
  if (lost.aborted) end()
  const going = beside.map((other) => other(c, over.signal).catch(failed))
  await work(tenant, over.signal).catch(failed)
  // Whichever of them ends first ends the others, so that the lease is never kept without its work.
  end()
  lost.removeEventListener('abort', end)
  await Promise.all(going)
  // A lease that went to another tab, or a database that closed with it: nothing of ours is left to do.
  if (failure !== undefined && !lost.aborted && !(failure instanceof LeaseLost)) throw failure
}

/** One round: sends what can go, then pulls if asked to; returns how long to sleep (ms). */
async function round(c: Correspondent, agenda: Agenda, epoch: number): Promise<number> {
  const speaker = await c.speaker()
  if (!speaker) return Infinity
  if (c.env.online()) Object.assign(agenda, { doubtAt: Infinity, disbelief: false })
  else if (!agenda.disbelief) return doubt(c, agenda, epoch, speaker)
  const held = agenda.notBefore - c.env.now()
  // A wait beyond what any server may ask for comes from a clock that jumped: it is over.
  if (held > 0 && held <= MAX_WAIT) return held
  const due = agenda.nextAt - c.env.now()
  if (agenda.restored) await pullOnce(c, agenda, epoch, speaker)
  else if (agenda.push || due <= 0 || (due > MAX_WAIT && due < Infinity)) await pushOnce(c, agenda, epoch, speaker)
  else if (agenda.pull || (await behind(c, agenda))) await pullOnce(c, agenda, epoch, speaker)
  const blocked = agenda.notBefore - c.env.now()
  if (blocked > 0) return Math.min(blocked, MAX_WAIT)
  if (agenda.push || agenda.pull || agenda.restored || agenda.poked.size > 0) return 0
  return agenda.nextAt === Infinity ? Infinity : Math.min(agenda.nextAt - c.env.now(), MAX_WAIT)
}

/** Whether the feed has risen beyond what the device has: the poke for its own push tells it nothing new. */
async function behind(c: Correspondent, agenda: Agenda): Promise<boolean> {
  if (agenda.poked.size === 0) return false
  const [cursor, at] = await Promise.all([readCursor(c.db), readMeta(c.db, 'position')])
  // A restored server comes by the same cursor again: only the position tells that it is another feed.
  const news = [...agenda.poked].some((risen) => risen !== at?.position || risen.split('.')[0] !== cursor)
  agenda.poked.clear()
  return news
}

/**
 * The device says that it has no network: that delays, but some say so for ever. So now and then a pull, which changes
 * nothing at the shop, is tried all the same.
 */
async function doubt(c: Correspondent, agenda: Agenda, epoch: number, speaker: Speaker): Promise<number> {
  const patience = c.visible() ? CAP_VISIBLE : CAP_HIDDEN
  const now = c.env.now()
  agenda.doubtAt = Math.min(agenda.doubtAt, now + patience)
  if (agenda.doubtAt > now) {
    await c.contact(false)
    return agenda.doubtAt - now
  }
  agenda.doubtAt = Infinity
  await pullOnce(c, agenda, epoch, speaker)
  return agenda.disbelief ? 0 : patience
}

/** Sends one batch and settles its answer. */
async function pushOnce(c: Correspondent, agenda: Agenda, epoch: number, speaker: Speaker): Promise<void> {
  // Before reading, so that what is enqueued meanwhile asks for another round.
  agenda.push = false
  const batch = await take(c.db, c.fence, epoch, c.env.now(), agenda.limit)
  agenda.nextAt = batch.nextAt
  if (batch.intents.length === 0) return
  agenda.push = true
  const intents = await opened(c.db, c.fence, epoch, c.vault, batch, c.env.now())
  if (intents.length === 0) return
  const doubted = !c.env.online()
  const position = (await readMeta(c.db, 'position'))?.position
  const body = pushBody(c.fence.uid, { incarnation: batch.incarnation, intents }, c.env.now(), position)
  const outcome = await c.wire.send('sync.push', body, speaker)
  const settling = settlingOf(intents, outcome, c.env.now())
  await settle(c.db, c.fence, epoch, c.env.now(), {
    ...settling,
    changes: await sealChanges(c.vault, settling.changes),
  })
  if (outcome.kind === 'tooLarge') agenda.limit = Math.max(1, Math.floor(intents.length / 2))
  else if (outcome.kind === 'accepted') agenda.limit = PUSH_INTENTS_MAX
  agenda.restored = outcome.kind === 'accepted' && outcome.data.restored === true
  // An answer that moved nothing on would be asked for again at once, and for ever.
  const idle =
    outcome.kind === 'accepted' &&
    !agenda.restored &&
    settling.settlements.every((s) => s.event === 'lost' || s.event === 'notTried')
  await note(c, agenda, outcome, speaker, { idle, doubted })
}

async function pullOnce(c: Correspondent, agenda: Agenda, epoch: number, speaker: Speaker): Promise<void> {
  agenda.pull = false
  agenda.poked.clear()
  const doubted = !c.env.online()
  const pulled = await pullFeed(
    c.db,
    c.fence,
    c.vault,
    epoch,
    () => c.env.now(),
    async (input) => {
      const page = await c.wire.send('sync.pull', { ...input, v: String(PROTOCOL), schema: String(SCHEMA) }, speaker)
      // What it settles may have held its lane: what stands behind goes now.
      if (page.kind === 'accepted' && page.data.outcomes.length > 0) agenda.push = true
      if (page.kind === 'accepted' && page.data.restored) agenda.restored = true
      return page
    },
  )
  const outcome = (await recovered(c, agenda, epoch, speaker, pulled)) ?? pulled
  await note(c, agenda, outcome, speaker, { pulled: true, doubted })
  if (outcome.kind === 'accepted') c.pulled()
  else agenda.pull = true
}

const isUpdateNeeded = ({ kind }: WireOutcome): boolean => kind === 'updateNeeded' || kind === 'unreadable'
/** After a pull: has what a restored server lost sent again; an outcome only when it could not be asked. */
async function recovered(
  c: Correspondent,
  agenda: Agenda,
  epoch: number,
  speaker: Speaker,
  pulled: WireOutcome,
): Promise<WireOutcome | undefined> {
  if (!agenda.restored || pulled.kind !== 'accepted') return undefined
  const failed = await offerAgain(c.db, c.fence, epoch, (input) => c.wire.send('sync.lost', input, speaker))
  if (failed) return failed
  Object.assign(agenda, { restored: false, push: true })
  return undefined
}

/**
 * Takes note of how an exchange went, and of how long that means to wait. `idle`: it was answered, but to no effect.
 * `doubted`: the device said already when it began that it had no network. `pulled`: it was a pull.
 */
async function note(
  c: Correspondent,
  agenda: Agenda,
  outcome: WireOutcome,
  speaker: Speaker,
  { idle = false, pulled = false, doubted }: { idle?: boolean; pulled?: boolean; doubted: boolean },
): Promise<void> {
  const reached = outcome.kind !== 'unreachable'
  await c.contact(reached, reached && pulled ? isUpdateNeeded(outcome) : undefined)
  // What was under way when the network went says nothing against that.
  agenda.disbelief = reached && doubted && !c.env.online()
  if (outcome.kind === 'sessionGone') await c.sessionGone(speaker)
  agenda.failures = !reached || idle || outcome.kind === 'unreadable' ? agenda.failures + 1 : 0
  const now = c.env.now()
  if (agenda.failures > 0) agenda.notBefore = now + pause(agenda.failures, c.visible(), c.env.random())
  else if (outcome.kind === 'busy') agenda.notBefore = now + outcome.retryAfter
  else if (outcome.kind === 'refused' || outcome.kind === 'updateNeeded' || outcome.kind === 'sessionGone')
    agenda.notBefore = now + REFUSED_PAUSE
}

/**
 * Keeps the poke stream open; each opening, poke and end asks for a pull, so that without a stream the feed is polled.
 * A poke names the position that the feed has risen to, if the server says it. A probe ends the pause before the next
 * opening: it may have begun when nobody saw the device.
 */
async function keepPoked(
  c: Correspondent,
  ear: Sleeper,
  lost: AbortSignal,
  pull: (position: string) => void,
): Promise<void> {
  let broken = 0
  lost.addEventListener('abort', ear.wake)
  while (!lost.aborted) {
    ear.rouse()
    const speaker = c.env.online() ? await c.speaker() : undefined
    const since = c.env.now()
    const open = speaker ? await listenForPokes(c.env, c.base, speaker, lost, pull) : false
    if (lost.aborted) return
    // A stream that something on the way cuts off at once must not become a fast poll.
    broken = open && c.env.now() - since > CAP_VISIBLE ? 1 : broken + 1
    pull('')
    await ear.sleep(pause(broken, c.visible(), c.env.random()))
  }
}

/**
 * Shows, for as long as something is in the outbox, that the holder of the lease lives; `recorded` when there is
 * something new, should another tab's word of it have been lost.
 */
async function keepBeating(c: Correspondent, epoch: number, lost: AbortSignal, recorded: () => void): Promise<void> {
  let newest = 0
  while (!lost.aborted) {
    const [last] = await c.db.outbox.toCollection().reverse().limit(1).primaryKeys()
    if (last !== undefined) await beat(c.env, c.db, epoch)
    if (Number(last) > newest) {
      newest = Number(last)
      recorded()
    }
    await wait(c.env, HEARTBEAT, lost)
  }
}
