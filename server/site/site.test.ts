import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '#contract/site/schema.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { operate } from '../operator/commands/operate.ts'
import { isPictureNamed } from '../pictures/serving/named.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ publicUrl: 'https://market.example' })
})
afterAll(() => market.close())

const run = async (...args: string[]): Promise<string> => {
  const { exit, text } = await operate(market.db, args, Date.now())
  return `${exit} ${text.split('\n')[0]}`
}
const site = async (): Promise<Site> => (await market.call('/api/index/settings', {})).data as Site
const article = (title: string, group = 'delivery', body = 'Text.'): string =>
  `---\ngroup: ${group}\ntitle: ${title}\nsummary: In short\n---\n${body}\n`
const read = (path: string, language = 'en') =>
  market.call(path, undefined, undefined, { method: 'GET', headers: { 'Accept-Language': language } })

describe('the website settings', () => {
  it('are what the market began with, and what the operator sets, at once', async () => {
    expect(await site()).toMatchObject({
      web_name: 'Caravan',
      service_url: null,
      payment_methods: ['balance'],
      partners: [],
      faqs: null,
      address: 'https://market.example',
    })
    expect(await run('setting', 'web_name', 'Harbour')).toBe('0 web_name = Harbour')
    expect(await run('setting', 'service_url', 'https://help.example/chat')).toBe(
      '0 service_url = https://help.example/chat',
    )
    expect(await run('setting', 'payment_methods', 'balance, balance')).toBe('0 payment_methods = balance')
    expect(
      await run('setting', 'partners', 'North Pier = https://pier.example drawn/ship/badge-glow-1; Lamp & Sons'),
    ).toMatch(/^0 partners = /)
    expect(await site()).toMatchObject({
      web_name: 'Harbour',
      service_url: 'https://help.example/chat',
      payment_methods: ['balance'],
      partners: [
        { name: 'North Pier', url: 'https://pier.example', logo: 'drawn/ship/badge-glow-1' },
        { name: 'Lamp & Sons', url: null, logo: null },
      ],
      payment_sources: [],
    })
    expect(await isPictureNamed(market.db, 'drawn/ship/badge-glow-1')).toBe(true)
    expect(await isPictureNamed(market.db, 'drawn/wallet/badge-glow-2')).toBe(false)
    await run('setting', 'payment_sources', 'Reed Wallet=- drawn/wallet/badge-glow-2')
    expect(await site()).toMatchObject({
      payment_sources: [{ name: 'Reed Wallet', url: null, logo: 'drawn/wallet/badge-glow-2' }],
    })
    expect(await isPictureNamed(market.db, 'drawn/wallet/badge-glow-2')).toBe(true)
    expect(await run('setting', 'service_url', '')).toBe('0 service_url = ')
    expect((await site()).service_url).toBeNull()
    expect((await operate(market.db, ['setting'], 0)).text).toContain('web_name = Harbour')
  })

  it('that could lead anywhere but to the web are refused, and nothing changes', async () => {
    const before = await site()
    for (const bad of [
      'javascript:alert(1)',
      'ftp://a.example',
      'help.example',
      '//help.example',
      'https://a:b@c.example',
    ])
      expect(await run('setting', 'service_url', bad), bad).toMatch(/^1 “.+” cannot be the customer service address/)
    expect(await run('setting', 'partners', 'X=javascript:alert(1)')).toMatch(/^1 “javascript/)
    expect(await run('setting', 'partners', 'X=https://a.example ../../etc')).toMatch(/^1 .+ not a picture path/)
    expect(await run('setting', 'web_name', '')).toMatch(/^1 The name must be/)
    expect(await run('setting', 'web_name', 'a\nb')).toMatch(/^1 Enter one line/)
    expect(await run('setting', 'footer_news', 'company,nowhere')).toMatch(/^1 “nowhere” is not a top-level group/)
    expect(await run('setting', 'colour', 'red')).toMatch(
      /^1 This setting does not exist. Choose from: web_name, service_url/,
    )
    expect(await site()).toEqual(before)
  })

  it('count the countries that are open, wholly or in part', async () => {
    const { countries } = await site()
    expect(countries).toBe(246)
    await run('area', 'close', 'DE')
    await run('area', 'close', 'US')
    await run('area', 'open', 'US-CA')
    await run('area', 'close', 'FR-IDF')
    expect((await site()).countries).toBe(countries - 1)
    await run('area', 'open', 'DE')
    expect((await site()).countries).toBe(countries)
  })
})

describe('articles', () => {
  it('come by group and language, the market’s own language where theirs is missing', async () => {
    expect(await run('article', 'put', 'delivery.en.md', article('Delivery'))).toBe('0 delivery is there in en.')
    expect(await run('article', 'put', 'delivery.ar.md', article('التوصيل'))).toBe('0 delivery is there in ar.')
    const { data, code } = await read('/api/Article/category?ids=12', 'ar')
    expect(code).toBe(1)
    expect(data).toMatchObject({ groups: [{ id: 12, pid: 1 }], articles: [{ title: 'التوصيل', spoken: 'ar' }] })
    const { articles } = data as { articles: { id: number }[] }
    const detail = `/api/Article/detail?article_id=${articles[0]!.id}`
    expect((await read(detail, 'zh')).data).toMatchObject({
      article: { title: 'Delivery', spoken: 'en', blocks: [{ kind: 'paragraph' }] },
      group: { id: 12 },
    })
    expect((await read(`${detail}&language=ar`, 'zh')).data).toMatchObject({ article: { title: 'التوصيل' } })
    // The group above holds what stands below it.
    expect((await read('/api/Article/category?ids=1,99')).data).toMatchObject({ articles: [{ title: 'Delivery' }] })
  })

  it('of many groups come whole, group by group, or the group is not named', async () => {
    const [first] = await market.db.selectFrom('articles').selectAll().execute()
    const below = await market.db.selectFrom('article_groups').select('id').where('pid', '>', 0).limit(12).execute()
    const groups = below.map(({ id }) => id)
    const fill = (each: number) =>
      sql`with made as (
          insert into articles (slug, group_id, sort) select 'many-' || g || '-' || n, g, n
          from unnest(${`{${groups.join(',')}}`}::int[]) g cross join generate_series(1, ${each}::int) n
          on conflict do nothing returning id)
        insert into article_texts (article_id, language, title, summary, blocks, at)
        select id, 'en', 'Many', '', '[]', now() from made`.execute(market.db)
    expect(first).toBeDefined()
    // An answer is kept for a while, by what was asked for.
    const named = async (ids: readonly number[]) => {
      const { data } = await read(`/api/Article/category?ids=${ids.join(',')}`)
      const { groups: some, articles } = data as { groups: { id: number }[]; articles: { groupId: number }[] }
      return some.map(({ id }) => [id, articles.filter(({ groupId }) => groupId === id).length])
    }
    await fill(20)
    const all = await named(groups)
    expect(all).toHaveLength(12)
    for (const [id, count] of all) expect([id, count! >= 20]).toEqual([id, true])
    // Beyond what one answer holds, a group is left out with all that it has: a device would take the rest away.
    await fill(60)
    const whole = await named(groups.toReversed())
    expect(whole.every(([, count]) => count! >= 60)).toBe(true)
    expect([whole.length > 5, whole.length < groups.length]).toEqual([true, true])
    await sql`delete from articles where slug like 'many-%'`.execute(market.db)
  })

  it('that are not there, or named by no number, are answered so', async () => {
    expect(await read('/api/Article/category?ids=99')).toMatchObject({ code: 404, data: { reason: 'notFound' } })
    expect(await read('/api/Article/detail?article_id=99999')).toMatchObject({ code: 404 })
    for (const path of ['/api/Article/category', '/api/Article/category?ids=a', '/api/Article/detail?article_id=-1'])
      expect((await read(path)).data, path).toMatchObject({ reason: 'invalid' })
    expect((await read('/api/Article/category?ids=12&language=xx')).data).toMatchObject({ reason: 'invalid' })
  })

  it('are the footer, but for groups with nothing in them', async () => {
    const names = async () => (await site()).footer_news.map((group) => `${group.pid} ${group.name['en']}`)
    await run('setting', 'footer_news', 'buying,selling,company,help')
    expect(await names()).toEqual([
      '0 Buying',
      '1 Delivery',
      '1 Order query',
      '1 Product favourites',
      '1 My wallet',
      '0 Selling',
      '2 App download for sellers',
      '0 Help',
      '4 App download for buyers',
      '4 FAQs',
      '4 Guide',
    ])
    expect(await run('article', 'put', 'about.en.md', article('About', 'about'))).toMatch(/^0/)
    expect(await run('setting', 'footer_news', 'company, buying')).toBe('0 footer_news = company,buying')
    expect((await names()).slice(0, 3)).toEqual(['0 The company', '3 About us', '0 Buying'])
  })

  it('are listed, replaced and removed by the operator', async () => {
    expect((await operate(market.db, ['article', 'list'], 0)).text).toMatch(
      / {2}delivery {2}Delivery {2}\/page\/12\n {4}· delivery {2}ar en/,
    )
    await run('article', 'put', 'delivery.en.md', article('How it comes'))
    expect((await read('/api/Article/category?ids=12')).data).toMatchObject({ articles: [{ title: 'How it comes' }] })
    expect(await run('article', 'remove', 'delivery', 'ar')).toBe('0 delivery is no longer there in ar.')
    expect(await run('article', 'remove', 'delivery', 'ar')).toBe('1 delivery has no text in ar.')
    expect(await run('article', 'remove', 'delivery')).toBe('0 delivery is removed.')
    expect(await run('article', 'remove', 'delivery')).toMatch(/^1 There is no article “delivery”/)
    expect((await read('/api/Article/category?ids=12')).data).toMatchObject({ articles: [] })
  })

  it('with anything wrong are refused in words', async () => {
    expect(await run('article', 'put', 'Delivery.md', article('x'))).toMatch(/^1 Delivery.md: .+ needs a name such as/)
    expect(await run('article', 'put', 'delivery.de.md', article('x'))).toMatch(/“de” is not a language/)
    expect(await run('article', 'put', 'a.en.md', article('x', 'nowhere'))).toMatch(/no group “nowhere”/)
    expect(await run('article', 'put', 'a.en.md', article('x', 'delivery', '<b>x</b>'))).toMatch(/HTML is not/)
    expect(await run('article', 'put')).toMatch(/^1 A file is needed/)
    expect(await run('article', 'sing')).toMatch(/^1 Articles: put, list/)
  })

  it('stand in groups that the operator makes', async () => {
    expect(await run('article', 'group', 'press', 'company', '35', 'en=Press', 'zh=媒体')).toBe(
      '0 The group press is there.',
    )
    expect(await run('article', 'group', 'rates', 'company', '36', 'en=Rates', 'path=/page/1')).toMatch(/^0/)
    expect(await run('article', 'group', 'x', 'press', '1', 'en=X')).toMatch(/^1 “press” cannot hold other groups/)
    expect(await run('article', 'group', 'x', '-', '1', 'en=X', 'path=javascript:1')).toMatch(/^1 “path=javascript:1”/)
    expect(await run('article', 'group', 'x', '-', '1', 'zh=X')).toMatch(/^1 Enter its name in en/)
    expect(await run('article', 'ungroup', 'company')).toBe(
      '1 company still has articles or groups in it. Move or remove them first.',
    )
    expect(await run('article', 'ungroup', 'press')).toBe('0 The group press is removed.')
  })
})
