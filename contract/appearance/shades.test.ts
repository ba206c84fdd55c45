import { describe, expect, it } from 'vitest'
import { CONTRAST_LEAST, contrast, contrastOnPage, MET, shadesOf, styleOf, type Shades } from './shades.ts'

const STEPS = ['00', '33', '66', '99', 'cc', 'ff']
const every = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => `#${r}${g}${b}`)))
const readable = every.filter((color) => contrastOnPage(color) >= CONTRAST_LEAST)

/** The pairs of words and ground that one theme makes of shades. */
function* pairsOf(theme: 'light' | 'dark', shades: Shades): Generator<[what: string, ratio: number]> {
  const { grounds, words } = MET[theme]
  for (const ground of grounds) yield [`indigo on ${ground}`, contrast(shades.indigo, ground)]
  for (const word of words) yield [`${word} on the wash`, contrast(word, shades.wash)]
  yield ['indigo on the wash', contrast(shades.indigo, shades.wash)]
  yield ['on-indigo', contrast(shades.onIndigo, shades.indigo)]
  yield ['on-primary', contrast(shades.onPrimary, shades.primary)]
}

describe('the shades of a colour', () => {
  it('can all be read, whatever the colour, in both themes', () => {
    expect(readable.length).toBeGreaterThan(50)
    const faint = readable.flatMap((color) =>
      (['light', 'dark'] as const).flatMap((theme) =>
        [...pairsOf(theme, shadesOf(color)[theme])].flatMap(([what, ratio]) =>
          ratio >= CONTRAST_LEAST ? [] : [`${color} ${theme}: ${what} ${ratio.toFixed(2)}`],
        ),
      ),
    )
    expect(faint).toEqual([])
  })

  it('are the colour itself where the page is light, and no grey where it is dark', () => {
    const { light, dark } = shadesOf('#1f2a5a')
    expect([light.indigo, light.primary]).toEqual(['#1f2a5a', '#1f2a5a'])
    const [r, , b] = [1, 3, 5].map((at) => Number.parseInt(dark.indigo.slice(at, at + 2), 16)) as [
      number,
      number,
      number,
    ]
    expect(b - r).toBeGreaterThan(60)
  })

  it('are refused to a colour that is too light, by its least contrast', () => {
    expect(contrastOnPage('#ffd400')).toBeLessThan(2)
    // On white alone it would do.
    expect(contrast('#767676', '#ffffff')).toBeGreaterThan(CONTRAST_LEAST)
    expect(contrastOnPage('#767676')).toBeLessThan(CONTRAST_LEAST)
    expect(contrastOnPage('#1f2a5a')).toBeGreaterThan(CONTRAST_LEAST)
  })
})

describe('the style sheet', () => {
  it('is empty where nothing is set', () => {
    expect(styleOf(null, null)).toBe('')
  })

  it('has the colour for each way in which a theme is chosen, and the logo', () => {
    const style = styleOf('#7a1f1f', `file/${'a'.repeat(32)}`)
    expect(style).toContain(':root:root,[data-theme=light][data-theme]{--indigo:#7a1f1f;')
    expect(style).toContain('@media (prefers-color-scheme:dark){:root:root:not([data-theme]){--indigo:#')
    expect(style).toContain('[data-theme=dark][data-theme]{--indigo:#')
    expect(style).toContain(`{--logo:url(/media/file/${'a'.repeat(32)}/160.webp)}`)
    expect(styleOf('#7a1f1f', null)).not.toContain('--logo')
    expect(styleOf(null, `file/${'a'.repeat(32)}`)).not.toContain('--indigo')
    // Nothing in it can end the element that it stands in.
    expect(style).not.toMatch(/[<>&]/)
  })
})
