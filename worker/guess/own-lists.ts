import { clampNum } from '#contract/cart/rules.ts'
import type { GuessesFor } from './guess.ts'

export const ownListGuesses: GuessesFor<'list.put' | 'list.del' | 'list.set'> = {
  'list.put': (row, p, { at }) => ({ id: p.id, name: p.name, deleted: false, at: row && !row.deleted ? row.at : at }),
  'list.del': (row) => (row ? { ...row, deleted: true } : null),
  'list.set': (row, p, { at }) => {
    const { from, to, ...line } = p
    // A line brought back from zero begins again.
    const before = row && row.num > 0 ? row : { ...line, num: 0, at }
    const num = clampNum(before.num, to - from, undefined)
    return num === 0 && row === null ? null : { ...before, num }
  },
}
