import { areasBelow } from '../area-tree.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { areaRules } from './areas.ts'

/** The tree country → province → city, with what the operator has opened. */
export const areaHandlers: HandlersFor<'area.read'> = {
  'area.read': async ({ db }, { parent }) => {
    const areas = areasBelow(parent)
    if (!areas) return refused('notFound')
    const above = parent === undefined ? [] : [parent, parent.slice(0, 2)]
    const rules = await areaRules(db, [...areas.map((a) => a.code), ...above])
    const inherited = above.map((code) => rules.get(code)).find((open) => open !== undefined) ?? true
    return accepted({
      areas: areas.map(({ code, name, below }) => ({ code, name, open: rules.get(code) ?? inherited, parent: below })),
    })
  },
}
