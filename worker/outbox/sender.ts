import { PUSH_INTENTS_MAX } from '#contract/sync.ts'
import type { UserDb } from '#localdb/open.ts'
import type { Env } from '../env.ts'
import { pullFeed } from '../pull/feed.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import { listenForPokes } from '../wire/poke.ts'
import type { Speaker, Wire } from '../wire/wire.ts'
import { pause } from './backoff.ts'
import type { Fence } from './fence.ts'
import { LeaseLost } from './fence.ts'
import { beat, HEARTBEAT } from './lease.ts'
import { pushBody, settlingOf } from './push.ts'
import { settle } from './settle.ts'
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
  /** The server no longer knows the token that `speaker` was asked for. */
  sessionGone(speaker: Speaker): Promise<void>
  visible(): boolean
  /** Something may have come to the device that needs its products fetched. */
  pulled(): void
}

/** What others may ask of the sender. */
export interface Sender {
  /** There is something to send. */
  kick(): void
  /** The network may be back, or somebody asks: try now, whatever the backoff says. */
  probe(): void
  /** Runs while the lease is held. */
  hold(epoch: number, lost: AbortSignal): Promise<void>
}

/** The one that sends, pulls and keeps the poke stream, while its tab holds the lease. */
export function createSender(c: Correspondent): Sender {
  let push = true
  let pull = true
  let failures = 0
  let notBefore = 0
  let limit = PUSH_INTENTS_MAX
  let lastProbe = -Infinity
  let woken = false
  let endSleep = (): void => {}

  const wake = (): void => {
    woken = true
    endSleep()
  }
  /** Sleeps until somebody wakes it, or so many ms have passed; not at all if it was woken since the round began. */
  const sleep = (ms: number): Promise<void> => new Promise((done) => {
    if (woken) return done()
    const off = Number.isFinite(ms) ? c.env.later(ms, () => endSleep()) : () => {}
    endSleep = () => { off(); endSleep = () => {}; done() }
  })

  /** Takes note of how an exchange went; true when the loop may go on at once. */
  const noted = async (kind: WireOutcome['kind'], speaker: Speaker, retryAfter = 0): Promise<boolean> => {
    await c.contact(kind !== 'unreachable')
    if (kind === 'sessionGone') await c.sessionGone(speaker)
    if (kind === 'unreachable') notBefore = c.env.now() + pause(++failures, c.visible(), c.env.random())
    else failures = 0
    if (kind === 'busy') notBefore = c.env.now() + retryAfter
    if (kind === 'refused' || kind === 'updateNeeded') notBefore = c.env.now() + REFUSED_PAUSE
    return kind === 'accepted'
  }

  const pushOnce = async (epoch: number, speaker: Speaker): Promise<number> => {
    push = false
    const batch = await take(c.db, c.fence, epoch, c.env.now(), limit)
    if (batch.intents.length === 0) return batch.nextAt
    push = true
    const outcome = await c.wire.send('sync.push', pushBody(c.fence, batch.intents, c.env.now()), speaker)
    await settle(c.db, c.fence, epoch, c.env.now(), settlingOf(batch.intents, outcome, c.env.now()))
    if (outcome.kind === 'tooLarge') limit = Math.max(1, Math.floor(batch.intents.length / 2))
    else if (outcome.kind === 'accepted') limit = PUSH_INTENTS_MAX
    await noted(outcome.kind, speaker, outcome.kind === 'busy' ? outcome.retryAfter : 0)
    return batch.nextAt
  }

  const pullOnce = async (epoch: number, speaker: Speaker): Promise<void> => {
    pull = false
    const kind = await pullFeed(c.db, c.fence, epoch, () => c.env.now(), (cursor, incarnation) => c.wire.send('sync.pull', { cursor, incarnation }, speaker))
    if (await noted(kind, speaker, 1000)) c.pulled()
    else pull = true
  }

  /** One round: sends what can go, then pulls if asked to; returns how long to sleep (ms). */
  const round = async (epoch: number): Promise<number> => {
    woken = false
    const speaker = await c.speaker()
    if (!speaker) return Infinity
    if (!c.env.online()) {
      await c.contact(false)
      return pause(20, c.visible(), 1)
    }
    const held = notBefore - c.env.now()
    if (held > 0) return held
    let nextAt = Infinity
    if (push) nextAt = await pushOnce(epoch, speaker)
    else if (pull) await pullOnce(epoch, speaker)
    const blocked = notBefore - c.env.now()
    if (blocked > 0) return blocked
    if (nextAt < Infinity) {
      push = true
      return pull ? 0 : Math.max(0, nextAt - c.env.now())
    }
    return push || pull ? 0 : Infinity
  }

  const keepPoked = async (lost: AbortSignal): Promise<void> => {
    let broken = 0
    while (!lost.aborted) {
      const speaker = c.env.online() ? await c.speaker() : undefined
      const open = speaker ? await listenForPokes(c.env, c.base, speaker, lost, () => { pull = true; wake() }) : false
      broken = open ? 1 : broken + 1
      if (lost.aborted) return
      pull = true
      wake()
      await new Promise<void>((done) => {
        const off = c.env.later(pause(broken, c.visible(), c.env.random()), done)
        lost.addEventListener('abort', () => { off(); done() }, { once: true })
      })
    }
  }

  const beats = (epoch: number, lost: AbortSignal): void => {
    if (lost.aborted) return
    const off = c.env.later(HEARTBEAT, () => void beat(c.env, c.db, epoch).then(() => beats(epoch, lost), (error: unknown) => { if (!lost.aborted) c.env.report(error) }))
    lost.addEventListener('abort', off, { once: true })
  }

  return {
    kick: () => { push = true; wake() },
    probe: () => {
      const now = c.env.now()
      if (now - lastProbe < PROBE_GAP && now >= lastProbe) return
      lastProbe = now
      notBefore = 0
      push = pull = true
      wake()
    },
    async hold(epoch, lost) {
      push = pull = true
      notBefore = 0
      lost.addEventListener('abort', wake)
      beats(epoch, lost)
      const pokes = keepPoked(lost)
      try {
        while (!lost.aborted) {
          const ms = await round(epoch)
          if (ms > 0 && !lost.aborted) await sleep(ms)
        }
      } catch (error) {
        // A database that went away with the lease, or a lease that went to another tab: nothing of ours is left to do.
        if (!lost.aborted && !(error instanceof LeaseLost)) throw error
      } finally {
        lost.removeEventListener('abort', wake)
        await pokes
      }
    },
  }
}
