import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPictureNamed } from '../../pictures/serving/named.ts'
import { firstPictures } from '../../pictures/serving/first.ts'
import { queueMail } from '../../mails/queue.ts'
import { openTestMarket, type TestMarket } from '../../../tests/support/market/market.ts'
import { operate } from './operate.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('lists every bound of a running market with its use, none beyond its limit', async () => {
  await market.login(await market.person())
  const mail = { to: 'a@example.test', subject: 'A', text: 'Hello' }
  await market.db.transaction().execute((tx) => queueMail(tx, mail, Date.now()))
  const { exit, text } = await operate(market.db, ['bounds'], Date.now(), market)
  expect(exit).toBe(0)
  const lines = text.split('\n').map((line) => /^(.+?) +(\d+) of +(\d+) (\w+)$/.exec(line))
  expect(lines.every((line) => line !== null && Number(line[2]) <= Number(line[3]))).toBe(true)
  const names = lines.map((line) => line![1])
  for (const name of [
    'Addresses counted',
    'Kept pages',
    'Mails that wait for one address',
    'Names of stores in memory',
    'Passwords of persons that wait',
    'Passwords of strangers that wait',
    'Pictures that wait to be drawn',
    'Poke streams',
    'Pushes under way',
    'Sessions of a person',
    'Words of products in memory',
  ])
    expect(names).toContain(name)
  expect(text).toMatch(/Sessions of a person +1 of/)
  expect(text).toMatch(/Mails that wait for one address +1 of +20 rows/)
  // A market that is not running lists only the bounds in its database.
  expect((await operate(market.db, ['bounds'], Date.now())).text).not.toContain('Poke streams')
})

it('a picture is named by a product, and by nothing else that could be drawn', async () => {
  const { ids } = await market.products(1)
  const pictures = JSON.stringify([{ src: 'drawn/rose/single-glow-1', tint: '#ffffff' }])
  await market.db.updateTable('products').set({ pictures }).where('id', '=', ids[0]!).execute()
  expect(await isPictureNamed(market.db, 'drawn/rose/single-glow-1')).toBe(true)
  expect(await isPictureNamed(market.db, 'drawn/rose/single-glow-2')).toBe(false)
})

it('the pictures seen first are those of products, categories and stores', async () => {
  const logo = JSON.stringify({ src: 'drawn/rose/badge-glow-1', tint: '#ffffff' })
  await market.db.updateTable('stores').set({ logo }).execute()
  await market.db.updateTable('categories').set({ picture: 'drawn/rose/single-glow-3' }).where('pid', '=', 0).execute()
  const sized = (src: string, widths: number[]) => widths.map((width) => ({ src, width }))
  const first = await firstPictures(market.db)
  expect(first).toHaveLength(6)
  expect(first).toEqual(
    expect.arrayContaining([
      ...sized('drawn/rose/single-glow-1', [360, 720]),
      ...sized('drawn/rose/badge-glow-1', [160, 360]),
      ...sized('drawn/rose/single-glow-3', [160, 360]),
    ]),
  )
})
