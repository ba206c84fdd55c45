import { createHash, timingSafeEqual } from 'node:crypto'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { noteBounce, bounceReasonOf } from './bounces.ts'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a request carries the secret; how long that takes says nothing of either. */
const carries = (request: Request | undefined, secret: string): boolean =>
  timingSafeEqual(hashOf(request?.headers.get('Authorization') ?? ''), hashOf(`Bearer ${secret}`))

/**
 * Takes reports of bounced mails from the service that carries the market's mails. Without a secret nobody may call.
 */
export const mailHandlers = (secret: string | undefined): HandlersFor<'mail.bounces'> => ({
  'mail.bounces': async ({ db, now }, { bounces }, request) => {
    if (secret === undefined) return refused('unknownCall')
    if (!carries(request, secret)) return refused('noRight')
    let noted = 0
    for (const { address, at, status, said: replyText = '' } of bounces) {
      const reason = bounceReasonOf(status)
      // A clock that is ahead would have the address proven in vain.
      const bounce = reason && { address, reason, status, replyText, at: Math.min(at, now()) }
      if (bounce && (await noteBounce(db, bounce, now()))) noted++
    }
    return accepted({ noted, ignored: bounces.length - noted })
  },
})
