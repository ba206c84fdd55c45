import { describe, expect, it } from 'vitest'
import { shortClassNames } from './class-names.ts'

const css = '.card { color: red }\n.cardTitle { color: blue }\n@keyframes spin { to { rotate: 1turn } }'

describe('the names of classes', () => {
  it('are as they were for the same sources, wherever these lie', () => {
    const names = (root: string) => {
      const name = shortClassNames(root)
      return ['card', 'cardTitle', 'spin'].map((one) => name(one, `${root}/src/parts/card.module.css?used`, css))
    }
    expect(names('/a')).toEqual(names('/b/c'))
    expect(new Set(names('/a')).size).toBe(3)
    for (const name of names('/a')) expect(name).toMatch(/^[a-zA-Z]{4}[a-z\d]+$/)
  })

  it('differ from file to file', () => {
    const name = shortClassNames('/a')
    expect(name('card', '/a/one.module.css', css)).not.toBe(name('card', '/a/two.module.css', css))
  })

  it('are not made of what the file does not have', () => {
    expect(() => shortClassNames('/a')('title', '/a/one.module.css', css)).toThrow('one.module.css has no title')
  })
})
