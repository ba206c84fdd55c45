import type { MakePicture } from '../../files/picture-maker.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { putLogo } from '../../operator/logo.ts'
import { actorOf } from './change.ts'

/** When one who finds no turn may ask again (ms). */
const NEXT = 2000

/** The call by which the market gets its logo. */
export const logoHandlers = (make: MakePicture): HandlersFor<'operator.logoSet'> => ({
  'operator.logoSet': async (call, { file }) => {
    const made = file === null ? { picture: null } : await make(Buffer.from(file, 'base64'), call.user.id)
    if (!made) return { kind: 'busy', retryAfter: NEXT }
    // Neither a picture nor the wish for none.
    if (made.picture === undefined) return refused('notAPicture')
    await putLogo(call.db, made.picture, actorOf(call))
    return accepted({})
  },
})
