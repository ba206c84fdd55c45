import { areasBelow, provincesOf } from '../area-tree.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { checkAreas, putAreas } from './operator.ts'
import { allRules, isOpenBy, previewAreas } from './change.ts'
import { actorOf, answered, reasoned } from '../../operator/change.ts'

type AreaCalls = 'operator.areas' | 'operator.areasPreview' | 'operator.areasSet' | 'operator.areaSet'

/** The operator's desk of areas. */
export const operatorAreaHandlers: HandlersFor<AreaCalls> = {
  'operator.areas': async ({ db }, { parent }) => {
    const codes = parent === undefined ? undefined : provincesOf(parent)
    const listed = areasBelow(parent)?.filter(({ code }) => codes === undefined || codes.includes(code))
    if (!listed) return refused('notFound')
    const rules = await allRules(db)
    return accepted({
      areas: listed.map(({ code, name }) => {
        const open = isOpenBy(rules, code)
        const below = provincesOf(code)
        const apart = below.filter((one) => isOpenBy(rules, one) !== open)
        return { code, name, open, below: below.length, apart: apart.length }
      }),
    })
  },
  'operator.areasPreview': (call, change) =>
    reasoned(call, async () => {
      checkAreas(change)
      return accepted(await previewAreas(call.db, change))
    }),
  'operator.areasSet': (call, change) =>
    reasoned(call, async () => accepted(await putAreas(call.db, change, actorOf(call)))),
  'operator.areaSet': (call, { code, open }) =>
    answered(call, () =>
      putAreas(call.db, { act: open ? 'open' : 'close', codes: [code.toUpperCase()] }, actorOf(call)),
    ),
}
