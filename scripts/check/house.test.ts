import { describe, expect, it } from 'vitest'
import {
  crookedImports,
  faultsOf,
  headlessComments,
  longLines,
  sharedNames,
  staleExceptions,
  vagueNames,
  wrongSubjects,
} from './house.ts'

describe('lengths of lines and imports', () => {
  it('names a line past 120 columns, but not one that only a text of one line makes so long', () => {
    const x = 'x'.repeat(60)
    expect(longLines('server/a.ts', `void 0\nconst a = ${x} + ${x}\n`)).toEqual([2])
    expect(longLines('server/a.ts', `// ${x} ${x}\n`)).toEqual([1])
    expect(longLines('server/a.ts', `it('${x} ${x}', () => 0)\nconst b = \`${x}\${a}${x}\`\n`)).toEqual([])
    expect(longLines('server/a.ts', `const ${x} = '${x}' + ${x}${x}\n`)).toEqual([1])
    expect(longLines('server/a.ts', `sql\`\n  select ${x},${x}\n\``)).toEqual([2])
    expect(faultsOf('server/a.ts', `// ${x} ${x}\n`, {})).toEqual(['server/a.ts:1: more than 120 columns'])
    expect(faultsOf('server/a.ts', `// ${x} ${x}\n`, { 'server/a.ts': 'a table' })).toEqual([])
  })

  it('names a comment that begins without its subject', () => {
    const comment = (mark: string, words: string): string => `${mark} ${words}`
    const headless = [
      comment('/**', 'What it holds. */'),
      comment('//', 'So many rows at most.'),
      comment('/*', 'Of a store. */'),
      comment('--', 'By which it is found.'),
    ]
    expect(headlessComments(headless.join('\n'))).toEqual(headless)
    expect(headlessComments(`/**\n * ${'Whoever asks.'}\n */`)).toEqual(['* Whoever asks.'])
    expect(headlessComments(`// The rows.\n${comment('//', 'What for? Nobody knows.')}`)).toEqual([])
    expect(headlessComments("const a = 'What is it'")).toEqual([])
    const style = `${comment('/*', 'What scrolls. */')} ${'x'.repeat(120)}`
    expect(faultsOf('src/a.module.css', style, {})).toHaveLength(1)
  })

  it('names a declaration that does not say what it holds, but no property of stored data', () => {
    const words = ['told', 'isSaid', 'SaidFile', 'things']
    const declared = `const ${words[0]} = (${words[1]}: number) => 0\ninterface ${words[2]} {}\nfor (const { id: ${words[3]} } of []) {}`
    expect(vagueNames('server/a.ts', declared)).toEqual(words)
    const others = `interface Row { ${words[0]}: string }\nconst row: Row = { ${words[0]}: '' }\nrow.${words[0]}`
    expect(vagueNames('server/a.ts', others)).toEqual([])
    expect(vagueNames('server/a.ts', 'const nothing = 1, threshold = 2, somethingElse = 3')).toEqual([])
  })

  it('names a commit whose subject is long or without its area', () => {
    const right = ['outbox: renew the lease', 'tests, docs: quote it', 'a11y: name the field']
    const wrong = ['Renew the lease', 'outbox renew', `outbox: ${'x'.repeat(72)}`]
    expect(wrongSubjects([...right, ...wrong])).toEqual(wrong)
  })

  it('names an exception that is no longer needed', () => {
    const files = new Map([
      ['server/a.ts', 'void 0\n'],
      ['server/b.ts', `// ${'x'.repeat(120)}\n`],
    ])
    const exceptions = { 'server/a.ts': 'a table', 'server/b.ts': 'a table', 'server/gone.ts': 'gone' }
    expect(staleExceptions(files, exceptions).map((fault) => fault.split(':')[0])).toEqual([
      'server/a.ts',
      'server/gone.ts',
    ])
  })

  it('names an import that crosses rooms without saying so', () => {
    expect(
      crookedImports(
        'worker/outbox/take.ts',
        "import { a } from '../../localdb/open.ts'\nimport { b } from './b.ts'\nimport type { c } from '#contract/c.ts'",
      ),
    ).toEqual(['../../localdb/open.ts'])
    expect(crookedImports('server/main.ts', "import { a } from '#server/app.ts'")).toEqual(['#server/app.ts'])
    expect(crookedImports('tests/laws/a.test.ts', "import { a } from '../../scripts/a.ts'")).toEqual([])
  })
})

describe('exported names', () => {
  const shared = (...files: [path: string, text: string][]): string[] => sharedNames(new Map(files))

  it('have one meaning: a second file that exports one is named', () => {
    expect(shared(['src/a.ts', 'export const one = 1'], ['server/b.ts', 'export function one() {}'])).toEqual([
      '“one” means more than one thing: src/a.ts, server/b.ts',
    ])
    expect(shared(['src/a.ts', 'export interface One {}'], ['src/b.ts', 'export type One = 1'])).toHaveLength(1)
  })

  it('may be those of a call and its handler, of a part that is loaded later, and of what is not exported', () => {
    expect(shared(['contract/a/schema.ts', 'export const one = 1'], ['server/a/b.ts', 'export const one = 2'])).toEqual(
      [],
    )
    expect(shared(['src/a/one.tsx', 'export const One = 1'], ['src/a/one-later.tsx', 'export const One = 2'])).toEqual(
      [],
    )
    expect(shared(['src/a.ts', 'export const one = 1'], ['src/b.ts', 'const one = 2'])).toEqual([])
    expect(shared(['src/a.ts', 'export const one = 1'], ['src/b.ts', "export { one } from './a.ts'"])).toEqual([])
    expect(shared(['src/a.ts', 'export const one = 1'], ['src/a.test.ts', 'export const one = 2'])).toEqual([])
  })
})
