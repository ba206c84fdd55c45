import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { auditActs, pairedActs } from '#contract/audit/acts.ts'
import { flat, readTexts } from '../../../scripts/build/texts.ts'

// The audit log names what was done by codes, for machines; operators read it in words.

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')
const texts = new Map(flat(readTexts(root, 'en')))

/** The codes that the server writes: those beside `what:`, and those of which a part is filled in. */
function written(): Set<string> {
  const found = new Set<string>()
  for (const path of globSync('server/**/*.ts', { cwd: root })) {
    if (path.includes('.test.')) continue
    const source = readFileSync(`${root}/${path}`, 'utf8')
    if (!/\baudit(?:Order)?\(/.test(source)) continue
    for (const [, expression] of source.matchAll(/\bwhat: ([^\n]+)/g))
      for (const [, code] of expression!.matchAll(/'([a-z]+\.[a-z]+)'/g)) found.add(code!)
    for (const [, code] of source.matchAll(/\b(?:note\(tx, call|carryOut\()[, ]*'([a-z]+\.[a-z]+)'/g)) found.add(code!)
    for (const [, act] of source.matchAll(/\bauditOrder\([^,]+, \w+, '([a-z]+)'/g)) found.add(`order.${act}`)
  }
  return found
}

describe('the audit log', () => {
  it('has words for every act that the server writes', () => {
    const codes = written()
    expect(codes.size).toBeGreaterThan(35)
    // These have sentences of their own, with names and numbers (src/features/operator/audit/use-audit-words.ts).
    const own = /^(area|rate|contract|market)\./
    const acts: ReadonlySet<string> = new Set(auditActs)
    expect([...codes].filter((code) => !acts.has(code) && !own.test(code))).toEqual([])
    expect(auditActs.filter((act) => !texts.has(`auditActs.${act}`))).toEqual([])
    expect(pairedActs.filter((act) => !texts.has(`auditPairs.${act}`))).toEqual([])
  })

  it('has words for every act that waits for a second operator', () => {
    const schema = readFileSync(`${root}/contract/operator/schema-acts.ts`, 'utf8')
    const acts = new Set([...schema.matchAll(/act: z\.literal\('([a-z]+)'\)/g)].map(([, act]) => act!))
    expect([...acts].sort()).toEqual([...pairedActs].sort())
  })
})
