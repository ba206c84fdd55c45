import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { readSetting } from '../market/settings.ts'
import { memberOf } from '../members/members.ts'
import { changesIn, leftToday, shareOfDay } from './measure.ts'

const DAY_MS = 86_400_000

/** Shows a store's members what is left of its day. */
export const storeDayHandlers: HandlersFor<'store.day'> = {
  'store.day': async ({ db, user, now }, { store }) => {
    const member = await memberOf(db, user.id, store)
    if (!member) return refused('wrongOwner')
    const share = shareOfDay(member.role, false)
    const left = (await leftToday(db, store, now()))(share)
    const most = Math.floor(share * (await readSetting(db, 'storeDay')))
    return accepted({ left: changesIn(left), most, renewsAt: (Math.floor(now() / DAY_MS) + 1) * DAY_MS })
  },
}
