import { expect, it } from 'vitest'
import { withoutEquivalents, type Equivalent } from './equivalent.ts'
import { isByTheClock, mutated, scoreOf, type Mutant } from './report.ts'

const mutant = (status: string, replacement = 'a <= b'): Mutant => ({
  file: 'rule.ts',
  mutator: 'EqualityOperator',
  status,
  reason: '',
  replacement,
  start: { line: 2, column: 7 },
  end: { line: 2, column: 12 },
  original: 'a < b',
  line: 'return a < b',
})
const listed: Equivalent = {
  file: 'rule.ts',
  line: 'return a < b',
  original: 'a < b',
  replacement: 'a <= b',
  why: 'never equal',
}

it('a listed survivor does not count, and its entry holds', () => {
  const { mutants, stale } = withoutEquivalents([mutant('Survived'), mutant('Killed', 'true')], [listed])
  expect([mutants.map((m) => m.status), stale, scoreOf(mutants)]).toEqual([['Equivalent', 'Killed'], [], 100])
})

it('an entry whose mutant a test kills, or that nobody makes any more, is stale', () => {
  expect(withoutEquivalents([mutant('Killed')], [listed]).stale).toHaveLength(1)
  expect(withoutEquivalents([mutant('Survived')], [{ ...listed, line: 'return a < c' }]).stale).toHaveLength(1)
  expect(withoutEquivalents([mutant('Survived')], [{ ...listed, file: 'other.ts' }]).stale).toEqual([])
})

it('a mutant is put where it stands', () => {
  expect(mutated('if (x)\n  ret a < b\n', { ...mutant(''), start: { line: 2, column: 7 } })).toBe(
    'if (x)\n  ret a <= b\n',
  )
})

it('only what was stopped by the clock is judged again', () => {
  expect(isByTheClock(mutant('Timeout'))).toBe(true)
  expect(isByTheClock({ ...mutant('Timeout'), reason: 'Hit limit reached (501/500)' })).toBe(false)
})
