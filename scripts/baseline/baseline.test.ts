import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { baseline } from '#contract/baseline.ts'
import { lacksOfSources } from './apis.ts'
import { lacksOfScript } from './built-scripts.ts'
import { judge } from './exceptions.ts'
import { featureAt, lacking, type Lack } from './known.ts'
import { lacksOfStyles } from './styles.ts'

const paths = (lacks: readonly Lack[]): string[] => lacks.map(({ path }) => path)

describe('known', () => {
  it('names the browsers of the baseline that lack a feature, with the version that brought it', () => {
    expect(lacking(featureAt('javascript.builtins.Map.groupBy')!)).toEqual([
      'firefox 119',
      'firefox_android 119',
      'safari 17.4',
      'safari_ios 17.4',
    ])
    expect(lacking(featureAt('javascript.builtins.Array.toSorted')!)).toEqual([])
  })
})

describe('styles', () => {
  it.each([
    ['a function', '.a { color: light-dark(red, blue) }', ['css.types.color.light-dark']],
    ['a function in a custom property', ':root { --a: light-dark(red, blue) }', ['css.types.color.light-dark']],
    ['a selector', '.a:has(.b) { color: red }', ['css.selectors.has']],
    ['a nested rule', '.a { & .b { color: red } }', ['css.selectors.nesting']],
    [
      'a property and its value',
      '.a { field-sizing: content }',
      ['css.properties.field-sizing', 'css.properties.field-sizing.content'],
    ],
    ['a unit', '.a { height: 1lh }', ['css.types.length.lh']],
    ['an at-rule', '@starting-style { .a { color: red } }', ['css.at-rules.starting-style']],
    ['a property that needs its prefix', '.a { mask-image: none }', ['css.properties.mask-image']],
    ['one with its prefix', '.a { -webkit-mask-image: none; mask-image: none }', []],
    ['what is asked for', '@supports selector(:has(*)) { .a:has(.b) { field-sizing: content } }', []],
    ['what all know', '@media (width >= 1px) { .a:is(.b) { inset: 0; color: color-mix(in srgb, red, blue) } }', []],
  ])('%s', (_name, text, wanted) => {
    expect(paths(lacksOfStyles('a.css', text))).toEqual(wanted)
  })
})

describe('built scripts', () => {
  it('names what is called by the name of a global', () => {
    expect(paths(lacksOfScript('a.js', 'Map.groupBy([], f); URL.canParse(a); [].at(0)'))).toEqual([
      'javascript.builtins.Map.groupBy',
      'api.URL.canParse_static',
    ])
  })
  it('refuses syntax that is too young, in regular expressions, too', () => {
    expect(() => lacksOfScript('a.js', 'const a = /[\\p{L}--[a-z]]/v')).toThrow(SyntaxError)
    expect(() => lacksOfScript('a.js', 'using a = b')).toThrow(SyntaxError)
    expect(lacksOfScript('a.js', 'class A { static { this.a = 1 } }')).toEqual([])
  })
})

describe('sources', () => {
  it('names members and globals by their types, unless the call asks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'caravan-baseline-'))
    const file = `${folder}/a.ts`.replaceAll('\\', '/')
    await writeFile(
      file,
      `export const own = { union: () => 1, size: 2 }
own.union()
new Set([1]).union(new Set())
new Map<string, number>().values().every(Boolean)
export const size = new URLSearchParams().size + own.size
export const { promise } = Promise.withResolvers<void>()
document.body.showPopover()
document.body.hidePopover?.()
new Intl.Segmenter()
`,
    )
    const lacks = lacksOfSources(folder, [file], ['esnext', 'dom', 'dom.iterable'])
    await rm(folder, { recursive: true })
    expect(lacks.map(({ at }) => at)).toEqual([
      'a.ts:3 union',
      'a.ts:4 every',
      'a.ts:5 size',
      'a.ts:6 withResolvers',
      'a.ts:7 showPopover',
      'a.ts:9 Segmenter',
    ])
  })
})

describe('the questions of public/layers.css', () => {
  const first = (path: string, browser: string): string =>
    [featureAt(path)!.__compat!.support[browser as 'chrome'] ?? []].flat()[0]!.version_added as string
  it.each([
    ['css.selectors.user-invalid', 'chrome', ':user-invalid'],
    ['css.properties.animation-composition', 'firefox', 'animation-composition'],
    ['css.at-rules.media.range_syntax', 'safari', 'width >= 0px'],
  ] as const)('%s is as old as the baseline’s %s', (path, browser, words) => {
    expect(readFileSync(new URL('../../public/layers.css', import.meta.url), 'utf8')).toContain(words)
    expect(first(path, browser)).toBe(baseline[browser])
  })
  it('let every browser of the baseline pass', () => {
    for (const path of ['css.properties.animation-composition', 'css.at-rules.media.range_syntax'])
      expect(lacking(featureAt(path)!), path).toEqual([])
    expect(lacking(featureAt('css.selectors.user-invalid')!)).toEqual(['safari 16.5', 'safari_ios 16.5'])
  })
})

describe('exceptions', () => {
  const lack = { path: 'css.properties.cursor.grab', at: 'a.css', browsers: ['safari_ios never'] }
  it('stand for what is below them, and must be needed', () => {
    expect(judge([lack], { 'css.properties.cursor': 'no mouse' })).toEqual([])
    expect(judge([lack], {})).toEqual(['a.css: css.properties.cursor.grab is not known before safari_ios never'])
    expect(judge([], { 'css.selectors.has': 'why' })).toHaveLength(1)
  })
})
