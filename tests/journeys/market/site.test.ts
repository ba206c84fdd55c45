import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteRow } from '#localdb/rows/site.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { newDevice, until } from '../../support/device/world.ts'

// The operator's articles and settings on a device: they are kept for later, also without a network, and forgotten once
// the operator removes them.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const operator = async (...args: string[]) => {
  const { exit, text } = await operate(market.db, args, Date.now())
  expect(exit, text).toBe(0)
}
const article = (title: string): string =>
  `---\ngroup: returns\ntitle: ${title}\n---\n${title}, with [a link](/order).\n`

describe('what the operator wrote', () => {
  it('stays on the device in the language that was asked for, and goes with what was removed', async () => {
    await operator('article', 'put', 'returns.en.md', article('Returns'))
    await operator('article', 'put', 'returns.zh.md', article('退货'))
    const device = newDevice(market)
    const tab = device.tab()
    await tab.ready()
    const db = await device.catalogueDb()
    expect(await tab.want('article.category', { ids: '13', language: 'en' })).toEqual({ kind: 'fresh' })
    expect(await tab.want('article.category', { ids: '13', language: 'zh' })).toEqual({ kind: 'fresh' })
    const [row] = await db.articles.toArray()
    expect(await tab.want('article.detail', { article_id: String(row!.id), language: 'en' })).toEqual({ kind: 'fresh' })
    const titles = async () => (await db.articles.toArray()).map((one) => `${one.language} ${one.title}`).sort()
    expect(await titles()).toEqual(['en Returns', 'zh 退货'])
    expect((await db.articleGroups.toArray()).map((group) => group.id)).toEqual([13])

    device.network.faults.offline = true
    expect(await tab.want('article.category', { ids: '13', language: 'en' })).toEqual({ kind: 'unreachable' })
    expect(await titles()).toEqual(['en Returns', 'zh 退货'])
    device.network.faults.offline = false

    await operator('article', 'put', 'refunds.en.md', article('Refunds'))
    await operator('article', 'remove', 'returns')
    await tab.want('article.category', { ids: '13', language: 'en' })
    expect(await titles()).toEqual(['en Refunds', 'zh 退货'])
    // The article that is gone goes in all languages once it is asked for.
    expect(await tab.want('article.detail', { article_id: String(row!.id), language: 'zh' })).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'notFound' },
    })
    expect(await titles()).toEqual(['en Refunds'])
    expect(await tab.want('article.category', { ids: '99', language: 'en' })).toMatchObject({ kind: 'refused' })
    db.close()
    expect(device.reports).toEqual([])
    await device.end()
  })
})

describe('the website settings', () => {
  it('are kept on the device, for guests too, and follow what the operator sets', async () => {
    const device = newDevice(market)
    const tab = device.tab()
    await tab.ready()
    const db = await device.catalogueDb()
    const kept = (): Promise<SiteRow | undefined> => db.site.get('site')
    device.network.faults.loseAnswers = 1
    await until('they are here', async () => (await tab.want('site.settings', {})).kind === 'fresh')
    expect(await kept()).toMatchObject({ web_name: 'Caravan', service_url: null })
    await operator('setting', 'service_url', 'https://help.example')
    expect(await tab.want('site.settings', {})).toEqual({ kind: 'fresh' })
    device.network.faults.offline = true
    expect((await tab.want('site.settings', {})).kind).toBe('unreachable')
    expect((await kept())?.service_url).toBe('https://help.example')
    db.close()
    expect(device.reports).toEqual([])
    await device.end()
  })
})
