import { isKilled, type Mutant } from './report.ts'

/** A mutant that no test can notice, because it changes nothing that anybody could see. */
export interface Equivalent {
  file: string
  /** The line on which it begins, trimmed. */
  line: string
  original: string
  replacement: string
  why: string
}

const at = (file: string, line: string, original: string, replacement: string, why: string): Equivalent => ({
  file,
  line,
  original,
  replacement,
  why,
})

export const equivalents: readonly Equivalent[] = [
  at(
    'contract/search/match.ts',
    'if (match > (best.get(id) ?? -1)) best.set(id, match)',
    'match > (best.get(id) ?? -1)',
    'match >= (best.get(id) ?? -1)',
    'sets the same number again',
  ),
  at(
    'contract/search/rank.ts',
    '.sort((a, b) => b.having - a.having || (a.token < b.token ? -1 : 1))',
    'a.token < b.token',
    'a.token <= b.token',
    'no token comes twice',
  ),
  at(
    'contract/search/rank.ts',
    'if (!/^\\p{Script=Latin}{3,}$/u.test(word)) return []',
    '[]',
    '["Stryker was here"]',
    'no collection has a token with spaces, and a token that none has is left out',
  ),
  at(
    'contract/search/rank.ts',
    'const near: string[] = []',
    '[]',
    '["Stryker was here"]',
    'no collection has a token with spaces, and a token that none has is left out',
  ),
  at(
    'contract/addresses/fields.ts',
    '(first, a) => (first && (first.at < a.at || (first.at === a.at && first.id < a.id)) ? first : a),',
    'first.id < a.id',
    'first.id <= a.id',
    'no id comes twice',
  ),
  at(
    'contract/cart/rules.ts',
    'if (delta <= 0) return Math.max(0, num + delta)',
    'delta <= 0',
    'delta < 0',
    'without a change both ways leave the number as it is',
  ),
  at(
    'contract/sync/incarnation.ts',
    'const [, first, times] = /^(.{16})-(\\d+)$/.exec(incarnation) ?? []',
    '[]',
    '["Stryker was here"]',
    'the first element is not read',
  ),
  at(
    'contract/text/fold-text.ts',
    'return String(code - zeros.find((zero) => code < zero + 10)!)',
    'code < zero + 10',
    'code <= zero + 10',
    'no script begins where another ends, and only digits come here',
  ),
  at(
    'contract/text/fold-text.ts',
    "const folded = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu')",
    "''",
    '"Stryker was here!"',
    'letters without another spelling are replaced by themselves',
  ),
  at(
    'worker/unsent/file.ts',
    "if (end < 0 || file.length > UNSENT_FILE_MAX) return 'noFile'",
    'end < 0',
    'end <= 0',
    'an empty head is no JSON, and so no file either',
  ),
  at(
    'worker/unsent/file.ts',
    'if (error instanceof SyntaxError) return undefined',
    'error instanceof SyntaxError',
    'true',
    'JSON.parse throws nothing else',
  ),
  at(
    'worker/unsent/file.ts',
    '} catch (error) {',
    '{\n    if (error instanceof SyntaxError) return undefined\n    throw error\n  }',
    '{}',
    'JSON.parse throws nothing else',
  ),
  at(
    'worker/unsent/file.ts',
    'false,',
    'false',
    'true',
    'a derived key leaves this file never, whether it could be written down or not',
  ),
  at(
    'worker/unsent/import.ts',
    'for (let from = 0; from < intents.length; from += PUSH_INTENTS_MAX) {',
    'from < intents.length',
    'from <= intents.length',
    'a turn over no intents asks and records nothing',
  ),
  at(
    'worker/unsent/import.ts',
    '...[...waiting, ...archived].flatMap((row) => row?.intentId ?? []),',
    '[]',
    '["Stryker was here"]',
    'a name more that no intent has',
  ),
  at(
    'worker/unsent/import.ts',
    '...aside.flatMap((row) => row?.id ?? []),',
    '[]',
    '["Stryker was here"]',
    'a name more that no intent has',
  ),
  at(
    'worker/outbox/fold.ts',
    "const seen = (row: Row): string => (row === null || isGone(row) ? '' : JSON.stringify({ ...row, at: 0 }))",
    "''",
    '"Stryker was here!"',
    'any text will do that is no JSON of a row',
  ),
]

const isThis = (e: Equivalent, m: Mutant): boolean =>
  e.file === m.file && e.line === m.line && e.original === m.original && e.replacement === m.replacement

/** Takes listed mutants out of the count, and tells those entries of the list that are no longer true. */
export function withoutEquivalents(
  mutants: readonly Mutant[],
  list: readonly Equivalent[],
): { mutants: Mutant[]; stale: string[] } {
  const files = new Set(mutants.map((m) => m.file))
  const stale = list
    .filter((e) => files.has(e.file))
    .filter((e) => !mutants.some((m) => isThis(e, m) && !isKilled(m)))
    .map((e) => `${e.file}: ${e.original} → ${e.replacement} is killed by a test or no longer made, on: ${e.line}`)
  return {
    mutants: mutants.map((m) => (!isKilled(m) && list.some((e) => isThis(e, m)) ? { ...m, status: 'Equivalent' } : m)),
    stale,
  }
}
