import { describe, expect, it } from 'vitest'
import { fallbackLocale, matchLocale, textIn } from './locales.ts'

describe('the language of a first visit', () => {
  it.each([
    [['ar'], 'ar'],
    [['ar-EG', 'en'], 'ar'],
    [['zh-Hans-CN'], 'zh'],
    [['EN-GB'], 'en'],
    [['fr-FR', 'zh-CN', 'en'], 'zh'],
    [['fr', 'de'], 'en'],
    [['x', ''], 'en'],
    [[], 'en'],
  ] as const)('is for %j %s', (tags, code) => {
    expect(matchLocale(tags)).toBe(code)
  })

  it('falls back to English', () => {
    expect(fallbackLocale).toBe('en')
    expect(textIn({ en: 'Tea', zh: '茶' }, 'ar')).toBe('Tea')
    expect(textIn({ zh: '茶' }, 'ar')).toBe('茶')
  })
})
