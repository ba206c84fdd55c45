import { PROTOCOL, PUSH_INTENTS_MAX, SCHEMA } from '#contract/sync/schema.ts'
import { sealChanges } from '../sealing.ts'
import type { WireOutcome } from '../../wire/envelope.ts'
import type { Credentials } from '../../wire/wire.ts'
import { pause } from './backoff.ts'
import { pullPages } from './pull.ts'
import { pushBody, settlingOf } from './push.ts'
import { offerAgain } from '../restored.ts'
import type { Schedule } from './schedule.ts'
import type { SenderDeps } from './sender-deps.ts'
import { settleIntents } from '../settle.ts'
import { opened, take } from '../take.ts'

/** A whole exchange that was refused is a bug, or an app too old: asked again this much later (ms). */
const REFUSED_PAUSE = 60_000

/** Sends one batch and settles its answer. */
export async function pushOnce(c: SenderDeps, schedule: Schedule, epoch: number, speaker: Credentials): Promise<void> {
  // Reset before reading, so that an intent that is enqueued meanwhile asks for another round.
  schedule.push = false
  const batch = await take(c.db, c.fence, epoch, c.env.now(), schedule.limit)
  schedule.nextAt = batch.nextAt
  if (batch.files) schedule.files.wait = true
  if (batch.intents.length === 0) return
  if (batch.left) schedule.push = true
  const intents = await opened(c.db, c.fence, epoch, c.vault, batch, c.env.now())
  if (intents.length === 0) {
    schedule.push = true
    return
  }
  const doubted = !c.env.online()
  const body = pushBody(c.fence.uid, { ...batch, intents }, c.env.now())
  const outcome = await c.wire.send('sync.push', body, speaker)
  const settling = settlingOf(intents, outcome, c.env.now())
  const allEnded = await settleIntents(c.db, c.fence, epoch, c.env.now(), {
    ...settling,
    changes: await sealChanges(c.vault, settling.changes),
  })
  if (settling.changes.length > 0) c.pulled(settling.changes)
  // If all intents ended, there is nothing to look for. One that stays may go again, or hold those behind it.
  if (!allEnded || intents.length < batch.intents.length) schedule.push = true
  if (outcome.kind === 'tooLarge') schedule.limit = Math.max(1, Math.floor(intents.length / 2))
  else if (outcome.kind === 'accepted') schedule.limit = PUSH_INTENTS_MAX
  schedule.restored = outcome.kind === 'accepted' && outcome.data.restored === true
  // An answer that moved nothing on would be asked for again at once, and for ever.
  const idle =
    outcome.kind === 'accepted' &&
    !schedule.restored &&
    settling.settlements.every((s) => s.event === 'lost' || s.event === 'notTried')
  await note(c, schedule, outcome, speaker, { idle, doubted })
}

/** Pulls the feed to its end and settles what it brings. */
export async function pullOnce(c: SenderDeps, schedule: Schedule, epoch: number, speaker: Credentials): Promise<void> {
  schedule.pull = false
  schedule.poked.clear()
  const doubted = !c.env.online()
  const pulled = await pullPages(
    c.db,
    c.fence,
    c.vault,
    epoch,
    () => c.env.now(),
    async (input) => {
      const page = await c.wire.send(
        'sync.pull',
        { ...input, ...(c.sender !== undefined && { uid: c.fence.uid }), v: String(PROTOCOL), schema: String(SCHEMA) },
        speaker,
      )
      // An intent that the page settles may have held its lane: those behind it go now.
      if (page.kind === 'accepted' && page.data.outcomes.length > 0) schedule.push = true
      if (page.kind === 'accepted' && page.data.restored) schedule.restored = true
      return page
    },
  )
  const outcome = (await recovered(c, schedule, epoch, speaker, pulled)) ?? pulled
  await note(c, schedule, outcome, speaker, { pulled: true, doubted })
  if (outcome.kind === 'accepted') c.pulled()
  else schedule.pull = true
}

const isUpdateNeeded = ({ kind }: WireOutcome): boolean => kind === 'updateNeeded' || kind === 'unreadable'

/** After a pull: has the intents that a restored server lost sent again; an outcome only when it could not be asked. */
async function recovered(
  c: SenderDeps,
  schedule: Schedule,
  epoch: number,
  speaker: Credentials,
  pulled: WireOutcome,
): Promise<WireOutcome | undefined> {
  if (!schedule.restored || pulled.kind !== 'accepted') return undefined
  const failed = await offerAgain(c.db, c.fence, epoch, (input) => c.wire.send('sync.lost', input, speaker))
  if (failed) return failed
  Object.assign(schedule, { restored: false, push: true })
  return undefined
}

/**
 * Takes note of how an exchange went, and of how long to wait after it. `idle`: it was answered, but to no effect.
 * `doubted`: the device already reported no network when the exchange began. `pulled`: it was a pull.
 */
export async function note(
  c: SenderDeps,
  schedule: Schedule,
  outcome: WireOutcome,
  speaker: Credentials,
  { idle = false, pulled = false, doubted }: { idle?: boolean; pulled?: boolean; doubted: boolean },
): Promise<void> {
  const reached = outcome.kind !== 'unreachable'
  await c.contact(reached, reached && pulled ? isUpdateNeeded(outcome) : undefined)
  // An exchange that was under way when the network went does not disprove the device's report.
  schedule.offlineOverride = reached && doubted && !c.env.online()
  if (outcome.kind === 'sessionGone') await c.sessionGone(speaker, outcome.deleted)
  if (outcome.kind === 'refused' && outcome.refusal.reason === 'wrongOwner') await c.ended?.()
  schedule.failures = !reached || idle || outcome.kind === 'unreadable' ? schedule.failures + 1 : 0
  const now = c.env.now()
  if (schedule.failures > 0) schedule.notBefore = now + pause(schedule.failures, c.visible(), c.env.random())
  else if (outcome.kind === 'busy') schedule.notBefore = now + outcome.retryAfter
  else if (outcome.kind === 'refused' || outcome.kind === 'updateNeeded' || outcome.kind === 'sessionGone')
    schedule.notBefore = now + REFUSED_PAUSE
}
