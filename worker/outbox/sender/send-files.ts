import { load, NotLoaded } from '../../env/load.ts'
import type { Credentials } from '../../wire/wire.ts'
import { pause } from './backoff.ts'
import { note } from './exchange.ts'
import type { Schedule } from './schedule.ts'
import type { SenderDeps } from './sender-deps.ts'

/** Sends one piece of a file that waits. A file that cannot be sent waits by itself: it holds no push. */
export async function sendFilesOnce(
  c: SenderDeps,
  schedule: Schedule,
  epoch: number,
  speaker: Credentials,
): Promise<void> {
  const { files } = schedule
  const doubted = !c.env.online()
  const sent = await load(import('./send-piece.ts')).then(
    ({ sendPiece }) => sendPiece(c, epoch, speaker, files.opened),
    (error: unknown) => {
      if (!(error instanceof NotLoaded)) throw error
      return { kind: 'stayed', outcome: { kind: 'unreachable' } } as const
    },
  )
  files.opened = sent.kind === 'moved' ? sent.opened : undefined
  if (sent.kind === 'none') {
    files.wait = false
    return
  }
  const { outcome } = sent
  if (outcome.kind === 'busy') {
    await c.contact(true)
    files.notBefore = c.env.now() + outcome.retryAfter
    return
  }
  if (sent.kind === 'moved') {
    // The intents that needed the file may go now, or have been refused with it.
    Object.assign(schedule, { push: true })
    files.failures = 0
  } else {
    files.failures++
    files.notBefore = c.env.now() + pause(files.failures, c.visible(), c.env.random())
  }
  // A refused file says nothing against the sender: the next one may go.
  if (outcome.kind === 'refused') await c.contact(true)
  else await note(c, schedule, outcome, speaker, { doubted })
}
