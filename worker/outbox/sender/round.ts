import type { MetaRows } from '#localdb/schema.ts'
import type { Credentials } from '../../wire/wire.ts'
import { MAX_WAIT } from '../../wire/retry-after.ts'
import { CAP_HIDDEN, CAP_VISIBLE } from './backoff.ts'
import { pullOnce, pushOnce } from './exchange.ts'
import type { Schedule } from './schedule.ts'
import { sendFilesOnce } from './send-files.ts'
import type { SenderDeps } from './sender-deps.ts'

/** One round: sends what can go, then pulls if asked to; returns how long to sleep (ms). */
export async function round(c: SenderDeps, schedule: Schedule, epoch: number): Promise<number> {
  const speaker = await c.credentials()
  if (!speaker) return Infinity
  if (c.env.online()) Object.assign(schedule, { offlineTryAt: Infinity, offlineOverride: false })
  else if (!schedule.offlineOverride) return whileOffline(c, schedule, epoch, speaker)
  const held = schedule.notBefore - c.env.now()
  // A wait beyond what any server may ask for comes from a clock that jumped: it is over.
  if (held > 0 && held <= MAX_WAIT) return held
  if (held > 0) schedule.notBefore = 0
  const due = schedule.nextAt - c.env.now()
  if (schedule.restored) await pullOnce(c, schedule, epoch, speaker)
  else if (schedule.push || due <= 0 || (due > MAX_WAIT && due < Infinity)) await pushOnce(c, schedule, epoch, speaker)
  else if (schedule.pull || (await behind(c, schedule))) await pullOnce(c, schedule, epoch, speaker)
  else if (filesIn(c, schedule) <= 0) await sendFilesOnce(c, schedule, epoch, speaker)
  const blocked = schedule.notBefore - c.env.now()
  if (blocked > 0) return Math.min(blocked, MAX_WAIT)
  if (schedule.push || schedule.pull || schedule.restored || schedule.poked.size > 0) return 0
  const next = Math.min(schedule.nextAt - c.env.now(), filesIn(c, schedule))
  return next === Infinity ? Infinity : Math.max(0, Math.min(next, MAX_WAIT))
}

/** In how many ms the next piece of a file may go; Infinity when none waits. A wait beyond all measure is over. */
function filesIn({ env }: SenderDeps, { files }: Schedule): number {
  const ms = files.notBefore - env.now()
  return !files.wait ? Infinity : ms > MAX_WAIT ? 0 : ms
}

/** Whether the feed has risen beyond what the device has: the poke for its own push tells it nothing new. */
async function behind(c: SenderDeps, schedule: Schedule): Promise<boolean> {
  if (schedule.poked.size === 0) return false
  const [stands, seen] = (await c.db.meta.bulkGet(['cursor', 'position'])) as [
    MetaRows['cursor'] | undefined,
    MetaRows['position'] | undefined,
  ]
  const cursor = stands?.cursor ?? '0'
  // A restored server comes by the same cursor again: only the position tells that it is another feed.
  const news = [...schedule.poked].some((risen) => risen !== seen?.position || risen.split('.')[0] !== cursor)
  schedule.poked.clear()
  return news
}

/**
 * Waits while the device reports no network. Some devices report that for ever, so from time to time a pull is tried,
 * which changes nothing at the server.
 */
async function whileOffline(c: SenderDeps, schedule: Schedule, epoch: number, speaker: Credentials): Promise<number> {
  const patience = c.visible() ? CAP_VISIBLE : CAP_HIDDEN
  const now = c.env.now()
  schedule.offlineTryAt = Math.min(schedule.offlineTryAt, now + patience)
  if (schedule.offlineTryAt > now) {
    await c.contact(false)
    return schedule.offlineTryAt - now
  }
  schedule.offlineTryAt = Infinity
  await pullOnce(c, schedule, epoch, speaker)
  return schedule.offlineOverride ? 0 : patience
}
