import { beforeEach, expect, it } from 'vitest'
import type { Product } from '#contract/catalogue/schema.ts'
import { product } from '../../tests/support/catalogue/search-rule.ts'
import { newDevice, type TestDevice, type TestTab } from '../../tests/support/device/world.ts'

const titles: Product['title'][] = [
  { en: 'Tea towel linen', zh: '茶巾 亚麻' },
  { en: 'Tea towel cotton', zh: '茶巾 棉' },
  { en: 'Teapot glass', zh: '玻璃茶壶' },
  { en: 'Teapot porcelain', zh: '瓷茶壶' },
  { en: 'Teaspoon steel', zh: '茶匙' },
  { en: 'Café au lait bowl' },
  { en: 'Glass bowl' },
  { en: 'Glass bottle' },
]
let device: TestDevice
let tab: TestTab
beforeEach(async () => {
  device = newDevice({ fetch: () => Promise.reject<Response>(new TypeError('no network')) })
  const db = await device.catalogueDb()
  await db.products.bulkPut(titles.map((title, i) => product(i + 1, title)))
  db.close()
  tab = device.tab()
  return () => device.end()
})
const suggested = async (text: string): Promise<string[]> => {
  const outcome = await tab.call('search.suggest', { text })
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
  return outcome.data.texts
}

it('offers what titles go on with, as people write it, also where what is typed is a word already', async () => {
  const texts = await suggested('tea')
  expect(texts.length).toBeLessThanOrEqual(8)
  expect(texts.slice(0, 2)).toEqual(['teapot', 'tea towel'])
  expect(texts).toEqual(expect.arrayContaining(['teaspoon', 'teapot glass']))
  expect(await suggested('caf')).toEqual(['café'])
  expect(await suggested('cafe')).toContain('café')
})

it('keeps what stands before the word that is typed', async () => {
  expect(await suggested('glass bo')).toEqual(['glass bowl', 'glass bottle'])
})

it('finds nothing for a text that the next one has overtaken', async () => {
  const [tea, glass, last] = await Promise.all(['tea', 'glass', 'teapot'].map(suggested))
  expect([tea, glass]).toEqual([[], []])
  expect(last).toContain('teapot glass')
  expect(await suggested('tea')).toContain('teapot')
})

it('offers nothing for nothing, and nothing that is not there', async () => {
  expect([await suggested(' '), await suggested('?!'), await suggested('xylophone')]).toEqual([[], [], []])
})

it('remembers what was searched for, newest first, each once, twenty at most', async () => {
  const history = async (): Promise<string[]> => {
    const db = await device.userDb('guest')
    const row = await db.meta.get('searches')
    db.close()
    return row && 'texts' in row ? row.texts : []
  }
  for (let i = 0; i < 25; i++) await tab.call('search.history', { remember: `text ${i}` })
  await tab.call('search.history', { remember: 'text 10' })
  expect(await history()).toEqual([
    'text 10',
    ...Array.from({ length: 20 }, (_, i) => `text ${24 - i}`).filter((t) => t !== 'text 10'),
  ])
  await tab.call('search.history', { forget: 'text 24' })
  expect((await history())[1]).toBe('text 23')
  await tab.call('search.history', { clear: true })
  expect(await history()).toEqual([])
})
