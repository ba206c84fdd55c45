import { keepBeating } from './keep-beating.ts'
import { keepPoked } from './keep-poked.ts'
import { isRestoring } from '../restored.ts'
import { round } from './round.ts'
import { runUnderLease, type Work } from './run-under-lease.ts'
import { newSchedule } from './schedule.ts'
import type { SenderDeps } from './sender-deps.ts'
import { createWakeableTimer } from './wakeable-timer.ts'

/** The least time between two probes, asked for by a tap, by the network or by a page that becomes visible (ms). */
const PROBE_GAP = 2_000
/**
 * The longest pause that a drain without a page sleeps through, and the longest that it lasts in all (ms): the browser
 * wakes it again.
 */
const DRAIN_PAUSE = 10_000
const DRAIN_LIMIT = 60_000

/** How many pokes are kept apart while an exchange is under way; with more, one pull answers all. */
const POKES_MAX = 16

export interface Sender {
  /** Says that there is something to send. */
  kick(): void
  /** The network may be back, or somebody asks: try now, whatever the backoff says. */
  probe(): void
  /** Sends, pulls and keeps the poke stream for as long as the lease is held. */
  hold(epoch: number, lost: AbortSignal): Promise<void>
  /**
   * Sends the intents that can go and ends, without the poke stream: for a service worker that was woken for it.
   * Resolves with how soon something more may go (ms; Infinity when nothing waits for time or network).
   */
  drain(epoch: number, lost: AbortSignal): Promise<number>
}

/** Makes the sender of one person's outbox. It sends nothing until it is given the lease. */
export function createSender(deps: SenderDeps): Sender {
  const { env, db } = deps
  const schedule = newSchedule()
  const [nextRound, nextStream] = [createWakeableTimer(env), createWakeableTimer(env)]
  let lastProbe = -Infinity
  const kick = (): void => {
    schedule.push = true
    nextRound.wake()
  }
  const poked = (position: string): void => {
    if (position === '' || schedule.poked.size >= POKES_MAX) schedule.pull = true
    else schedule.poked.add(position)
    nextRound.wake()
  }
  const beating =
    (epoch: number): Work =>
    (d, over) =>
      keepBeating(d, epoch, over, kick)
  const hold: Sender['hold'] = (epoch, lost) => {
    const send: Work = async (d, over) => {
      Object.assign(schedule, { push: true, pull: true, notBefore: 0, restored: await isRestoring(db) })
      while (!over.aborted) {
        nextRound.reset()
        const ms = await round(d, schedule, epoch)
        if (ms > 0 && !over.aborted) await nextRound.sleep(ms)
      }
    }
    const listen: Work = (d, over) => keepPoked(d, nextStream, over, poked)
    return runUnderLease(deps, lost, nextRound.wake, send, [beating(epoch), listen])
  }
  const drain: Sender['drain'] = async (epoch, lost) => {
    let next = 0
    const send: Work = async (d, over) => {
      Object.assign(schedule, { push: true, pull: false, notBefore: 0, restored: await isRestoring(db) })
      const until = env.now() + DRAIN_LIMIT
      while (!over.aborted) {
        nextRound.reset()
        next = await round(d, schedule, epoch)
        if (next > DRAIN_PAUSE || env.now() + next > until) return
        if (next > 0) await nextRound.sleep(next)
      }
    }
    await runUnderLease(deps, lost, nextRound.wake, send, [beating(epoch)])
    return next
  }
  let probesAgain = false
  const probe = (): void => {
    const now = env.now()
    const left = lastProbe + PROBE_GAP - now
    if (left > 0 && left <= PROBE_GAP) {
      // The last probe may have failed before the network came back: it is repeated once, when the gap has passed.
      if (!probesAgain)
        env.later(left, () => {
          probesAgain = false
          probe()
        })
      probesAgain = true
      return
    }
    lastProbe = now
    Object.assign(schedule, { push: true, pull: true, notBefore: 0 })
    schedule.files.notBefore = 0
    for (const timer of [nextRound, nextStream]) timer.wake()
  }
  return { kick, probe, hold, drain }
}
