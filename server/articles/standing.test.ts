import { describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { strangeNames } from '#contract/text/filled-text.ts'
import { RELEASE_AFTER } from '#contract/orders/stages.ts'
import { REPORT_WITHIN } from '#contract/reports/rules.ts'
import { firstTexts, firstTextOf, readStanding, standingFiles, standingText } from './standing.ts'

describe('texts that come with the program', () => {
  it('have the numbers of the code, and what is true of the demo alone there alone', () => {
    const raw = 'Paid {{releaseDays}} days later.\n\n[demo] Nothing is shipped.\n'
    expect(standingText(raw, false)).toBe('Paid 14 days later.\n\n')
    expect(standingText(raw, true)).toBe('Paid 14 days later.\n\nNothing is shipped.\n')
    expect(() => standingText('{{soon}}', true)).toThrow('There is no number called soon')
  })

  it('leave settings to their readers, and no other place unfilled', () => {
    expect(standingText('Within {{ship}}.', false)).toBe('Within {{ship}}.')
    for (const file of standingFiles())
      for (const demo of [true, false]) {
        const text = readStanding(file, demo)
        expect(text, file).not.toContain('[demo]')
        expect(strangeNames(text), file).toEqual([])
      }
  })
})

describe('drafts of a market', () => {
  it('are in every language, and call it neither a demo nor anything else', () => {
    expect(firstTexts().size).toBeGreaterThan(20)
    for (const [slug, texts] of firstTexts()) {
      expect([...texts.keys()].sort(), slug).toEqual(locales.map(({ code }) => code).sort())
      for (const [language, { title, summary, body }] of texts)
        expect([title, summary, body].join('\n'), `${slug} ${language}`).not.toMatch(
          /demo|演示|تجريبي|invented|虚构|مختلق|Caravan|كارافان|商队/i,
        )
    }
    for (const own of ['about', 'recruitment', 'news-countries', 'modern-slavery'])
      expect(firstTextOf(own, 'en'), own).toBeUndefined()
  })

  it('say of returns and payments what the code does', () => {
    const [report, release] = [REPORT_WITHIN, RELEASE_AFTER].map((ms) => String(ms / 86_400_000))
    for (const { code } of locales) {
      const { body } = firstTextOf('return-policy', code)!
      expect(body, code).toContain(report)
      expect(body, code).toContain(release)
      for (const slug of ['faq-money', 'payment-methods', 'seller-policy', 'sellers-ship', 'buyers-receive'])
        expect(firstTextOf(slug, code)!.body, `${slug} ${code}`).toContain(release)
    }
  })
})
