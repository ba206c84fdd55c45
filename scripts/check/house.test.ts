import { describe, expect, it } from 'vitest'
import { crookedImports, faultsOf, longFunctions, staleExceptions } from './house.ts'

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
        'worker/pull/feed.ts',
        "import { a } from '../../localdb/open.ts'\nimport { b } from './b.ts'\nimport type { c } from '#contract/c.ts'",
      ),
    ).toEqual(['../../localdb/open.ts'])
    expect(crookedImports('server/main.ts', "import { a } from '#server/app.ts'")).toEqual(['#server/app.ts'])
    expect(crookedImports('tests/laws/a.test.ts', "import { a } from '../../scripts/a.ts'")).toEqual([])
  })
})
