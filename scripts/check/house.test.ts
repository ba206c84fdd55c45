import { describe, expect, it } from 'vitest'
import { crookedImports, faultsOf, longFunctions, longLines, staleExceptions } from './house.ts'

const long = `export function big() {\n${'  void 0\n'.repeat(80)}}\n`

describe('file sizes and imports', () => {
  it('names a function past 80 lines and a file past 300', () => {
    expect(longFunctions('server/a.ts', long)).toEqual([{ name: 'big', lines: 82 }])
    expect(longFunctions('server/a.ts', `const small = () => {\n${'  void 0\n'.repeat(78)}}\n`)).toEqual([])
    expect(faultsOf('server/a.ts', 'void 0\n'.repeat(301), {})).toEqual([
      'server/a.ts: 301 lines, more than 300: split by idea',
    ])
    expect(faultsOf('server/a.ts', 'void 0\n'.repeat(300), {})).toEqual([])
  })

  it('names a line past 120 columns, but not one that only a text of one line makes so long', () => {
    const x = 'x'.repeat(60)
    expect(longLines('server/a.ts', `void 0\nconst a = ${x} + ${x}\n`)).toEqual([2])
    expect(longLines('server/a.ts', `// ${x} ${x}\n`)).toEqual([1])
    expect(longLines('server/a.ts', `it('${x} ${x}', () => 0)\nconst b = \`${x}\${a}${x}\`\n`)).toEqual([])
    expect(longLines('server/a.ts', `const ${x} = '${x}' + ${x}${x}\n`)).toEqual([1])
    expect(longLines('server/a.ts', `sql\`\n  select ${x},${x}\n\``)).toEqual([2])
    expect(faultsOf('server/a.ts', `// ${x} ${x}\n`, {})).toEqual(['server/a.ts:1: more than 120 columns'])
    expect(faultsOf('server/a.ts', `// ${x} ${x}\n`, { 'server/a.ts#lines': 'a table' })).toEqual([])
    expect(staleExceptions(new Map([['server/a.ts', 'void 0\n']]), { 'server/a.ts#lines': 'a table' })).toHaveLength(1)
  })

  it('lets an exception pass by name, and names one that is no longer needed', () => {
    expect(faultsOf('server/a.ts', long, { 'server/a.ts#big': 'a table' })).toEqual([])
    expect(
      staleExceptions(new Map([['server/a.ts', 'void 0\n']]), {
        'server/a.ts#big': 'a table',
        'server/gone.ts': 'gone',
      }),
    ).toHaveLength(2)
  })

  it('names an import that crosses rooms without saying so', () => {
    expect(
      crookedImports(
        'worker/outbox/pull.ts',
        "import { a } from '../../localdb/open.ts'\nimport { b } from './b.ts'\nimport type { c } from '#contract/c.ts'",
      ),
    ).toEqual(['../../localdb/open.ts'])
    expect(crookedImports('server/main.ts', "import { a } from '#server/app.ts'")).toEqual(['#server/app.ts'])
    expect(crookedImports('tests/laws/a.test.ts', "import { a } from '../../scripts/a.ts'")).toEqual([])
  })
})
