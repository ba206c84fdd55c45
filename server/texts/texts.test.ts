import { describe, expect, it } from 'vitest'
import { text } from './texts.ts'

describe('text', () => {
  it('speaks the language', () => {
    expect(text('en', 'refusals.pleaseLogin')).toBe('Please login first')
    expect(text('zh', 'mail.codeSubject', { market: '绿洲', code: '012345' })).toBe('您的 绿洲 验证码：012345')
    expect(text('ar', 'mail.codeSubject', { code: '012345' })).toContain('012345')
  })

  it('fills in what is given, once, and leaves the rest', () => {
    expect(text('en', 'refusals.tooManyAttempts', { seconds: 30 })).toBe('Too many attempts. Try again in 30 seconds.')
    expect(text('en', 'refusals.tooManyAttempts', { seconds: '{{seconds}} $&' })).toBe(
      'Too many attempts. Try again in {{seconds}} $& seconds.',
    )
    expect(text('en', 'refusals.tooManyAttempts')).toBe('Too many attempts. Try again in {{seconds}} seconds.')
  })

  it('falls back to English for a language nobody wrote', () => {
    expect(text('xx' as 'en', 'refusals.outOfStock')).toBe('Sold out')
  })

  it('does not know what is no text', () => {
    expect(() => text('en', 'refusals.constructor' as 'refusals.busy')).toThrow(
      'There is no text for refusals.constructor',
    )
  })
})
