import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { contractText, SHIPPED_VERSION } from '#contract/market/merchant-contract.ts'
import { isDocumentNumber, isName, nameKey } from '#contract/merchants/rules.ts'
import { isReviewLate, nextApplicationState, reviewDue } from '#contract/merchants/states.ts'
import { isSigned, readStrokes, STROKES_MAX, strokesText, type Stroke } from '#contract/merchants/strokes.ts'

/** The hash of each text that came with the app, by version and language. Never changed. */
const signed: Record<string, string> = {
  '1 en': 'af482e17f65d9cf550775877d3a3ec9f5d85af952b5cc875f7d0cd9f5a16f81a',
  '1 zh': '9d7a8f15ba16ad776373b008a5859bbe0a27853e817759be268506dafd571870',
  '1 ar': '369859ee817d16b4ea68a6f15314d620b6970a437112d6c4799e915b9117b902',
  '2 en': '13727c3238842f907cdc1eb14848907597ca44c8d5b4de2defda79d7a9811ee0',
  '2 zh': '67dd325c158c9279ad0bc67fca6a6d58593303471e0380205546da8dd322deea',
  '2 ar': 'c2dec7df350b1ccf5c07c66f4282ce4b0f6e0c12fb0b52a81c27c3bd66cc9aec',
  '3 en': '41580d2f564f64cbd7e76a23adacdc52468ee6b1f196527621613123cf42fb2a',
  '3 zh': '93c911d9496d75ba040c809eb4553b3a347f4e8ef0b0d9048cf0a244e6f81058',
  '3 ar': '58f884675863950f5753f823dda74281a14df3b383b40236f78803e6dc2ab606',
}

describe("the merchant's contract", () => {
  it('is in every language, and what was signed stays as it was', async () => {
    for (const { code } of locales) expect(await contractText(SHIPPED_VERSION, code)).toMatch(/\S/)
    for (const [of, hash] of Object.entries(signed)) {
      const [version, language] = of.split(' ') as [string, string]
      const text = await contractText(Number(version), language)
      expect(createHash('sha256').update(text!).digest('hex'), of).toBe(hash)
    }
    expect(await contractText(SHIPPED_VERSION + 1, 'en')).toBeUndefined()
    expect(await contractText(SHIPPED_VERSION, 'constructor')).toBeUndefined()
  })
})

describe('a drawn signature', () => {
  it('is read as it was written', () => {
    const strokes: Stroke[] = [
      [
        [10, 20],
        [200, 100],
      ],
      [[5, 5]],
    ]
    expect(readStrokes(strokesText(strokes))).toEqual(strokes)
    expect(isSigned(strokes)).toBe(true)
    expect(
      isSigned([
        [
          [1, 1],
          [9, 9],
        ],
      ]),
    ).toBe(false)
    expect(isSigned([])).toBe(false)
  })

  it.each(['', '1', '1,2,3', '1,2;', '-1,2 3,4', '700,10 1,1', '1,300 1,1', '<svg>', '1,2  3,4'])(
    '%j is none',
    (text) => {
      expect(readStrokes(text)).toBeUndefined()
    },
  )

  it('is made to fit, however long somebody draws', () => {
    const long = [Array.from({ length: 9000 }, (_, n): [number, number] => [n % 600, n % 240])]
    const text = strokesText(long)
    expect(text.length).toBeLessThanOrEqual(STROKES_MAX)
    expect(isSigned(readStrokes(text)!)).toBe(true)
    const dots = Array.from({ length: 5000 }, (_, n): Stroke => [[n % 600, n % 240]])
    expect(strokesText(dots).length).toBeLessThanOrEqual(STROKES_MAX)
  })
})

describe('an application', () => {
  it('moves by its table alone', () => {
    expect(nextApplicationState('submitted', 'approve')).toBe('approved')
    expect(nextApplicationState('changes', 'submit')).toBe('submitted')
    for (const over of ['approved', 'refused'] as const)
      for (const event of ['submit', 'take', 'ask', 'approve', 'refuse'] as const)
        expect(nextApplicationState(over, event)).toBeUndefined()
    expect(nextApplicationState('changes', 'approve')).toBeUndefined()
  })

  it('is late after 48 hours, unless it was answered', () => {
    const due = 48 * 3_600_000
    expect([reviewDue({ at: 0 }), reviewDue({ at: 0, dueAt: null })]).toEqual([due, due])
    expect(isReviewLate({ state: 'submitted', at: 0 }, due)).toBe(false)
    expect(isReviewLate({ state: 'inReview', at: 0 }, due + 1)).toBe(true)
    expect(isReviewLate({ state: 'changes', at: 0 }, due + 1)).toBe(false)
  })

  it('is late after what was promised when it was sent', () => {
    expect(isReviewLate({ state: 'submitted', at: 0, dueAt: 7 }, 7)).toBe(false)
    expect(isReviewLate({ state: 'submitted', at: 0, dueAt: 7 }, 8)).toBe(true)
  })

  it('has a name that no other would be taken for', () => {
    expect(nameKey(' Lin-Ceramics  Ltd. ')).toBe(nameKey('lin ceramics ltd'))
    expect(nameKey('景德镇')).not.toBe(nameKey('景德'))
    expect([isName('متجر'), isName('…'), isName('a\u202eb'), isName('A\u0000')]).toEqual([true, false, false, false])
    expect([isDocumentNumber('X1234567'), isDocumentNumber('12-34/5'), isDocumentNumber('123')]).toEqual([
      true,
      true,
      false,
    ])
    expect(isDocumentNumber('12 34')).toBe(false)
  })
})
