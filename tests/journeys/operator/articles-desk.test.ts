import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Input, Stated } from '#contract/registry.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { newOperator } from '../../support/market/operator.ts'

// Articles as an operator writes them on a screen: read by visitors at once, in the audit log, and away again.

let market: TestMarket
let token: string
beforeAll(async () => {
  market = await openTestMarket()
  token = await newOperator(market, 'site')
})
afterAll(() => market.close())

const ask = (name: string, input: object) => market.call(`/api/operator/${name}`, input, token)
const groups = async () => ((await ask('articles', {})).data as Stated<'operator.articles'>).groups
const groupOf = async (slug: string) => (await groups()).find((one) => one.slug === slug)
const written = async (slug: string, language: string) =>
  ((await ask('article', { slug, language })).data as Stated<'operator.article'>).written
const getJson = (path: string) => market.call(path, undefined, undefined, { method: 'GET' })
const press = { slug: 'press', above: null, sort: 90, name: { en: 'Press', zh: '媒体' }, path: null }
const text = {
  slug: 'first-year',
  language: 'en',
  group: 'press',
  sort: 10,
  title: 'Our first year',
  summary: 'What happened',
  body: '## Spring\n\nWe **opened** and saw\n[orders](/order).\n\n- one\n- two',
} satisfies Input<'operator.articleSet'>

it('a group and an article are made, read by everybody, changed in one language, and removed', async () => {
  expect((await ask('groupSet', press)).code).toBe(1)
  expect((await ask('articleSet', text)).code).toBe(1)
  expect(
    (await ask('articleSet', { ...text, language: 'zh', title: '第一年', summary: '', body: '开业了。' })).code,
  ).toBe(1)
  const group = (await groupOf('press'))!
  expect(group).toMatchObject({ name: { en: 'Press', zh: '媒体' }, above: null, path: null, sort: 90 })
  expect(group.articles).toMatchObject([
    { slug: 'first-year', title: { en: 'Our first year', zh: '第一年' }, languages: ['en', 'zh'], sort: 10 },
  ])
  const { slug: _, language: __, ...parts } = text
  expect(await written('first-year', 'en')).toEqual(parts)
  expect(await written('first-year', 'ar')).toBeNull()

  const read = async (language: string) =>
    (await getJson(`/api/Article/detail?article_id=${group.articles[0]!.id}&language=${language}`))
      .data as Stated<'article.detail'>
  expect((await read('en')).article).toMatchObject({ title: 'Our first year', spoken: 'en' })
  expect((await read('zh')).article.title).toBe('第一年')
  const entry = await market.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ what: 'article.put', subject: 'article:first-year.zh', via: 'screen' })

  expect((await ask('articleRemove', { slug: 'first-year', language: 'zh' })).code).toBe(1)
  expect((await read('zh')).article).toMatchObject({ title: 'Our first year', spoken: 'en' })
  expect((await ask('groupRemove', { slug: 'press' })).msg).toContain('still has articles or groups in it')
  expect((await ask('articleRemove', { slug: 'first-year', language: null })).code).toBe(1)
  expect((await ask('groupRemove', { slug: 'press' })).code).toBe(1)
  expect(await groupOf('press')).toBeUndefined()
})

it.each([
  ['HTML', { body: 'fine\n\n<b>not</b>' }, 'Line 3'],
  ['a link to nowhere safe', { body: '[a](javascript:1)' }, 'Line 1'],
  ['a group that is not there', { group: 'nowhere' }, 'There is no group'],
  ['nothing but spaces', { body: '  ' }, 'The article has no text'],
])('refuses %s in words for its writer, and writes nothing', async (_, wrong, words) => {
  await ask('groupSet', press)
  const answer = await ask('articleSet', { ...text, slug: 'other', ...wrong })
  expect([answer.code, answer.msg]).toEqual([0, expect.stringContaining(words)])
  expect(await written('other', 'en')).toBeNull()
})

it('offers drafts of the market’s own rules until each is published', async () => {
  const offered = async () => {
    const { drafts, groups: all } = (await ask('articles', {})).data as Stated<'operator.articles'>
    return { slugs: drafts!.map(({ slug }) => slug), groups: drafts!.map(({ group }) => group), all }
  }
  const draft = async (language: string) =>
    (await ask('article', { slug: 'return-policy', language })).data as Stated<'operator.article'>
  const before = await offered()
  expect(before.slugs).toContain('return-policy')
  expect(before.groups.filter((group) => !before.all.some(({ slug }) => slug === group))).toEqual([])

  const { draft: start } = await draft('ar')
  expect((await ask('articleSet', { slug: 'return-policy', language: 'ar', ...start })).code).toBe(1)
  expect((await offered()).slugs).toEqual(before.slugs.filter((slug) => slug !== 'return-policy'))
  expect((await groupOf('returns'))!.articles).toMatchObject([{ slug: 'return-policy', languages: ['ar'] }])
  expect(await draft('ar')).toMatchObject({ written: start })
  // The other languages still have theirs.
  expect(await draft('en')).toMatchObject({ written: null, draft: { group: 'returns', title: 'Return policy' } })
})
