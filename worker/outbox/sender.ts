import { PUSH_INTENTS_MAX } from '#contract/sync.ts'
import type { UserDb } from '#localdb/open.ts'
import { wait, type Env } from '../env.ts'
import { pullFeed } from '../pull/feed.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import { listenForPokes } from '../wire/poke.ts'
import type { Speaker, Wire } from '../wire/wire.ts'
import { pause } from './backoff.ts'
import { LeaseLost, type Fence } from './fence.ts'
import { beat, HEARTBEAT } from './lease.ts'
import { pushBody, settlingOf } from './push.ts'
import { settle } from './settle.ts'
import { createSleeper } from './sleeper.ts'
import { take } from './take.ts'

/** A whole exchange that was refused is a bug, or an app too old: asked again this much later (ms). */
const REFUSED_PAUSE = 60_000
/** At most one probe that a tap, the network or a page's coming to sight asks for, in this time (ms). */
const PROBE_GAP = 2_000

/** What the sender needs of the person whose work it sends. */
export interface Correspondent {
  env: Env
  db: UserDb
  fence: Fence
  wire: Wire
  base: string
  /** Undefined while there is no live session: then everything is held. */
  speaker(): Promise<Speaker | undefined>
  /** Every contact with the server, good or bad, is told here. */
  contact(reached: boolean): Promise<void>
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
}

/** What the sender has to do, and how it has been going. */
interface Agenda {
  push: boolean
  pull: boolean
  failures: number
  /** Nothing is tried before (Unix ms). */
  notBefore: number
  /** When an intent that waits may go (Unix ms). */
  nextAt: number
  /** Intents a batch. */
  limit: number
}

export function createSender(c: Correspondent): Sender {
  const agenda: Agenda = { push: true, pull: true, failures: 0, notBefore: 0, nextAt: Infinity, limit: PUSH_INTENTS_MAX }
  const sleeper = createSleeper(c.env)
  let lastProbe = -Infinity
  return {
    kick: () => { agenda.push = true; sleeper.wake() },
    probe: () => {
      const now = c.env.now()
      if (now - lastProbe < PROBE_GAP && now >= lastProbe) return
      lastProbe = now
      Object.assign(agenda, { push: true, pull: true, notBefore: 0 })
      sleeper.wake()
    },
    async hold(epoch, lost) {
      Object.assign(agenda, { push: true, pull: true, notBefore: 0 })
      lost.addEventListener('abort', sleeper.wake)
      const beside = [keepBeating(c, epoch, lost), keepPoked(c, lost, () => { agenda.pull = true; sleeper.wake() })]
      try {
        while (!lost.aborted) {
          sleeper.rouse()
          const ms = await round(c, agenda, epoch)
          if (ms > 0 && !lost.aborted) await sleeper.sleep(ms)
        }
      } catch (error) {
        // A lease that went to another tab, or a database that closed with it: nothing of ours is left to do.
        if (!lost.aborted && !(error instanceof LeaseLost)) throw error
      } finally {
        lost.removeEventListener('abort', sleeper.wake)
      }
      await Promise.allSettled(beside)
    },
  }
}

/** One round: sends what can go, then pulls if asked to; returns how long to sleep (ms). */
async function round(c: Correspondent, agenda: Agenda, epoch: number): Promise<number> {
  const speaker = await c.speaker()
  if (!speaker) return Infinity
  if (!c.env.online()) {
    await c.contact(false)
    return pause(20, c.visible(), 1)
  }
  const held = agenda.notBefore - c.env.now()
  if (held > 0) return held
  if (agenda.push || agenda.nextAt <= c.env.now()) await pushOnce(c, agenda, epoch, speaker)
  else if (agenda.pull) await pullOnce(c, agenda, epoch, speaker)
  const blocked = agenda.notBefore - c.env.now()
  if (blocked > 0) return blocked
  return agenda.push || agenda.pull ? 0 : agenda.nextAt - c.env.now()
}

/** Sends one batch and settles its answer. */
async function pushOnce(c: Correspondent, agenda: Agenda, epoch: number, speaker: Speaker): Promise<void> {
  // Before reading, so that what is enqueued meanwhile asks for another round.
  agenda.push = false
  const batch = await take(c.db, c.fence, epoch, c.env.now(), agenda.limit)
  agenda.nextAt = batch.nextAt
  if (batch.intents.length === 0) return
  agenda.push = true
  const outcome = await c.wire.send('sync.push', pushBody(c.fence, batch.intents, c.env.now()), speaker)
  await settle(c.db, c.fence, epoch, c.env.now(), settlingOf(batch.intents, outcome, c.env.now()))
  if (outcome.kind === 'tooLarge') agenda.limit = Math.max(1, Math.floor(batch.intents.length / 2))
  else if (outcome.kind === 'accepted') agenda.limit = PUSH_INTENTS_MAX
  await note(c, agenda, outcome.kind, speaker, outcome.kind === 'busy' ? outcome.retryAfter : 0)
}

async function pullOnce(c: Correspondent, agenda: Agenda, epoch: number, speaker: Speaker): Promise<void> {
  agenda.pull = false
  const kind = await pullFeed(c.db, c.fence, epoch, () => c.env.now(), (cursor, incarnation) => c.wire.send('sync.pull', { cursor, incarnation }, speaker))
  await note(c, agenda, kind, speaker, 1000)
  if (kind === 'accepted') c.pulled()
  else agenda.pull = true
}

/** Takes note of how an exchange went, and of how long that means to wait. */
async function note(c: Correspondent, agenda: Agenda, kind: WireOutcome['kind'], speaker: Speaker, retryAfter: number): Promise<void> {
  await c.contact(kind !== 'unreachable')
  if (kind === 'sessionGone') await c.sessionGone(speaker)
  agenda.failures = kind === 'unreachable' ? agenda.failures + 1 : 0
  const now = c.env.now()
  if (kind === 'unreachable') agenda.notBefore = now + pause(agenda.failures, c.visible(), c.env.random())
  if (kind === 'busy') agenda.notBefore = now + retryAfter
  if (kind === 'refused' || kind === 'updateNeeded') agenda.notBefore = now + REFUSED_PAUSE
}

/** Keeps the poke stream open; each opening, poke and end asks for a pull, so that without a stream the feed is polled. */
async function keepPoked(c: Correspondent, lost: AbortSignal, pull: () => void): Promise<void> {
  let broken = 0
  while (!lost.aborted) {
    const speaker = c.env.online() ? await c.speaker() : undefined
    const open = speaker ? await listenForPokes(c.env, c.base, speaker, lost, pull) : false
    if (lost.aborted) return
    broken = open ? 1 : broken + 1
    pull()
    await wait(c.env, pause(broken, c.visible(), c.env.random()), lost)
  }
}

/** Shows, for as long as work waits, that the holder of the lease lives. */
async function keepBeating(c: Correspondent, epoch: number, lost: AbortSignal): Promise<void> {
  while (!lost.aborted) {
    if ((await c.db.outbox.count()) > 0) await beat(c.env, c.db, epoch)
    await wait(c.env, HEARTBEAT, lost)
  }
}
