import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import type { ArticleGroup } from '#contract/articles/schema.ts'
import type { Site } from '#contract/site/schema.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { bodyText } from '../texts/body-text.ts'
import { articleOf, parseArticle } from '../texts/parse-article.ts'
import { readStanding, standingFiles } from '../articles/standing.ts'
import { isPictureNamed } from '../pictures/serving/named.ts'
import { readRecipe } from '../pictures/recipe.ts'

const articles = standingFiles().map((file) => {
  const [slug, language] = file.split('.') as [string, string]
  return { slug, language, ...parseArticle(readStanding(file, true)) }
})
const hrefs = articles.flatMap(({ blocks }) =>
  blocks.flatMap(({ items }) => items.flatMap(({ spans }) => spans.flatMap(({ href }) => href ?? []))),
)

let market: TestMarket
let site: Site
beforeAll(async () => {
  market = await openTestMarket({ demo: () => {} })
  site = (await market.call('/api/index/settings', {})).data as Site
})
afterAll(() => market.close())

describe('the articles of the demo market', () => {
  it('are written again as they were read, for whoever edits them', () => {
    for (const { slug, language, blocks, ...head } of articles)
      expect(articleOf(head, bodyText(blocks)).blocks, `${slug} ${language}`).toEqual(blocks)
  })

  it('are each in every language, in one group and place, in its own script', () => {
    const script: Record<string, RegExp> = { en: /\p{Script=Latin}/u, zh: /\p{Script=Han}/u, ar: /\p{Script=Arabic}/u }
    for (const [slug, texts] of Map.groupBy(articles, (article) => article.slug)) {
      expect(texts.map((text) => text.language).sort(), slug).toEqual(locales.map((l) => l.code).sort())
      expect(new Set(texts.map(({ group, sort }) => `${group} ${sort}`)).size, slug).toBe(1)
      expect(
        new Set(texts.map(({ blocks }) => blocks.map(({ kind, items }) => `${kind} ${items.length}`).join())).size,
        slug,
      ).toBe(1)
      for (const { language, title } of texts) expect(title, slug).toMatch(script[language]!)
    }
  })

  it('lead to screens that there are', async () => {
    expect(hrefs.length).toBeGreaterThan(20)
    const paths = new Set(hrefs.map((href) => href.replace(/\d+$/, ':id')))
    expect([...paths].sort()).toEqual([
      '/address',
      '/collect',
      '/install',
      '/merchant',
      '/order',
      '/page/:id',
      '/register',
      '/setting',
      '/shop',
      '/sync',
    ])
    for (const href of new Set(hrefs.filter((one) => one.startsWith('/page/'))))
      expect(
        (await market.call(`/api/Article/category?ids=${href.slice(6)}`, undefined, undefined, { method: 'GET' })).data,
        href,
      ).toMatchObject({ articles: [{}] })
  })
})

describe('the settings of the demo market', () => {
  it('fill the footer with the texts of the specification (§2), each leading somewhere', () => {
    const texts = site.footer_news.filter((group) => group.pid !== 0).map((group) => group.name['en']!.toLowerCase())
    for (const text of [
      'privacy policy',
      'return policy',
      'delivery',
      'seller policy',
      'user registration',
      'order query',
      'product favourites',
      'my wallet',
      'about us',
      'recruitment',
      'news',
      'modern slavery statement',
      'payment methods',
      'app download for buyers',
      'app download for sellers',
    ])
      expect(texts).toContain(text)
    const roots = site.footer_news.filter((group) => group.pid === 0)
    expect(
      site.footer_news.every((one: ArticleGroup) => one.pid === 0 || roots.some((root) => root.id === one.pid)),
    ).toBe(true)
    for (const code of locales.map((l) => l.code))
      expect(
        site.footer_news.every((group) => group.name[code]),
        code,
      ).toBe(true)
    expect(site.footer_news.find((group) => group.name['en'] === 'Order query')?.path).toBe('/order?status=all')
  })

  it('name 103 countries, what the market takes, and partners that can be drawn', async () => {
    expect(site.countries).toBe(103)
    expect(site.payment_methods).toEqual(['balance'])
    expect([site.faqs, site.buyers, site.sellers].every((id) => typeof id === 'number')).toBe(true)
    expect([site.partners.length, site.payment_sources?.length]).toEqual([2, 2])
    for (const { name, logo } of [...site.partners, ...site.payment_sources!]) {
      expect(name).toMatch(/demo/i)
      expect(readRecipe(logo!)).toBeDefined()
      expect(await isPictureNamed(market.db, logo!)).toBe(true)
    }
  })
})
