import type { MakePicture } from '../files/picture-maker.ts'
import { accepted, refused, type HandlersFor, type OperatorCall } from '../http/handlers.ts'
import { putLogo } from './logo.ts'
import { addMarketPicture } from './market-pictures.ts'
import { actorOf, reasoned } from '../operator/change.ts'

/** When one who finds no turn may ask again (ms). */
const NEXT = 2000

/** Keeps a picture of the market's own. */
const addPicture =
  (make: MakePicture) =>
  (call: OperatorCall, { file }: { file: string }) =>
    reasoned<{ src: string }>(call, async () => {
      const made = await make(Buffer.from(file, 'base64'), call.user.id)
      if (!made) return { kind: 'busy', retryAfter: NEXT }
      if (!made.picture) return refused('notAPicture')
      return accepted({ src: await addMarketPicture(call.db, made.picture, call.now(), actorOf(call)) })
    })

type LogoCalls = 'operator.logoSet' | 'operator.categoryPicture' | 'operator.sitePicture'

/** The calls by which the market gets its logo, and pictures for categories, articles and partners. */
export const logoHandlers = (make: MakePicture): HandlersFor<LogoCalls> => ({
  'operator.logoSet': async (call, { file }) => {
    const made = file === null ? { picture: null } : await make(Buffer.from(file, 'base64'), call.user.id)
    if (!made) return { kind: 'busy', retryAfter: NEXT }
    // Neither a picture nor the wish for none.
    if (made.picture === undefined) return refused('notAPicture')
    await putLogo(call.db, made.picture, actorOf(call))
    return accepted({})
  },
  'operator.categoryPicture': addPicture(make),
  'operator.sitePicture': addPicture(make),
})
