import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pictureUrl } from '#contract/pictures/urls.ts'
import { keysOf } from '#server/keys/keys-of.ts'
import { fileSrc } from '#server/files/claim-files.ts'
import { openContent, sealDocuments } from '#server/files/contents.ts'
import { readApplication } from '#server/merchants/application.ts'
import { approve } from '#server/merchants/decide.ts'
import { openDocument } from '#server/merchants/documents.ts'
import { acting, type Acting } from '../../support/life/acting.ts'
import { applying } from '../../support/market/applying.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { testPicture } from '../../support/market/pictures.ts'

// A picture is served while something shows it, and no longer; a document is sealed whoever else shows equal bytes.

let dataDir: string
let market: TestMarket
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'caravan-hidden-'))
  market = await openTestMarket({ dataDir })
})
afterAll(async () => {
  await market.close()
  await rm(dataDir, { recursive: true, force: true })
})

type Somebody = TestPerson & Acting
async function somebody(): Promise<Somebody> {
  const person = await market.person()
  return { ...person, ...acting(market, { uid: person.uid, token: await market.login(person) }) }
}
/** Sends pictures, one after the other; the ids of their files. */
async function sendAll(who: Somebody, ...numbers: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const number of numbers) ids.push(await who.send(await testPicture(number)))
  return ids
}
const avatar = ({ token }: Somebody, file: string | null) => market.call('/api/user/change', { avatar: file }, token)
const srcOf = async ({ uid }: Somebody, id: string): Promise<string> => {
  const file = market.db.selectFrom('files').select('name').where('user_id', '=', uid).where('id', '=', id)
  return fileSrc((await file.executeTakeFirstOrThrow()).name)
}
const served = async (src: string): Promise<number> =>
  (await market.fetch(new Request(`http://market${pictureUrl(src, 360, 'webp')}`))).status
/** The derived sizes of a picture in the data folder. */
const onDisk = async (src: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'pictures'), { recursive: true })).filter((name) => name.includes(src))
const contents = ({ uid }: Somebody, id: string) =>
  market.db.selectFrom('file_contents').selectAll().where('user_id', '=', uid).where('id', '=', id).execute()

it('an avatar that was replaced or taken away is served no more, and soon not on the disk', async () => {
  const me = await somebody()
  const [first, second] = (await sendAll(me, 301, 302)) as [string, string]
  const [one, two] = [await srcOf(me, first), await srcOf(me, second)]
  expect(await served(one)).toBe(404)
  await avatar(me, first)
  const seen = await market.fetch(new Request(`http://market${pictureUrl(one, 360, 'webp')}`))
  // Browsers may keep it, and no cache between them and the market.
  expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable'])
  expect(await onDisk(one)).toHaveLength(1)
  await avatar(me, second)
  expect([await served(one), await served(two)]).toEqual([404, 200])
  await market.dropHidden()
  expect([await onDisk(one), (await onDisk(two)).length]).toEqual([[], 1])
  await avatar(me, null)
  expect(await served(two)).toBe(404)
  await market.dropHidden()
  expect(await onDisk(two)).toEqual([])
  // It may be shown again, as long as the server has it.
  await avatar(me, first)
  expect(await served(one)).toBe(200)
})

it('the picture of a review that its author takes back is served no more', async () => {
  const me = await somebody()
  const shop = await market.products(1)
  const id = `${randomUUID()}:${shop.shopId}`
  await market.db
    .insertInto('orders')
    .values({
      ...{ id, user_id: me.uid, group_id: id.split(':')[0]!, store_id: shop.shopId, state: 'received' },
      ...{ stage: 'received', reason: null, currency: 'USD', goods: 5, shipping: 0, tax: 0, total: 5, due: 5 },
      ...{ due_currency: 'USD', rate: null, address: '{}', pay_by: null, created_at: new Date(), parcel: null, rev: 1 },
    } as never)
    .execute()
  await market.db
    .insertInto('order_lines')
    .values({
      ...{ order_id: id, product_id: shop.ids[0]!, variant_id: 0, num: 1, price: 5, amount: 5, title: '{}' },
      ...{ label: null, picture: null },
    } as never)
    .execute()
  const file = await me.send(await testPicture(303))
  const of = { orderId: id, productId: shop.ids[0]! }
  const review = { ...of, rating: 5, text: 'Good', language: 'en', pictures: [file] }
  expect((await market.call('/api/order/review', review, me.token)).code).toBe(1)
  const src = await srcOf(me, file)
  expect(await served(src)).toBe(200)
  expect((await market.call('/api/order/review_del', of, me.token)).code).toBe(1)
  expect(await served(src)).toBe(404)
  await market.dropHidden()
  expect(await onDisk(src)).toEqual([])
})

it('a document stays sealed when somebody else, or its own sender, shows a picture of equal bytes', async () => {
  const [me, other] = [await somebody(), await somebody()]
  const bytes = await testPicture(304)
  const [logo, back, holding] = (await sendAll(me, 305, 306, 307)) as [string, string, string]
  const front = await me.send(bytes)
  const form = applying({ logo, front, back, holding })
  expect((await market.call('/api/merchant/reg', form, me.token)).code).toBe(1)
  await avatar(other, await other.send(bytes))
  expect(await served(await srcOf(other, front))).toBe(200)
  expect((await contents(me, front)).map(({ sealed }) => sealed)).toEqual([true])
  expect(await served(await srcOf(me, front))).toBe(404)
  // Shown by whoever sent it, it lies in clear beside the document, which stays sealed.
  await avatar(me, front)
  expect(await served(await srcOf(me, front))).toBe(200)
  expect((await contents(me, front)).map(({ sealed }) => sealed).sort()).toEqual([false, true])
  await avatar(me, null)
  expect(await served(await srcOf(me, front))).toBe(404)
  const application = (await readApplication(market.db, form.id))!
  expect(Buffer.from((await openDocument(market.db, application, 'front'))!).toString('latin1', 8, 12)).toBe('WEBP')
})

it('a document of before that lies in clear is sealed at the next start with the key', async () => {
  const me = await somebody()
  const [logo, front, back, holding] = (await sendAll(me, 311, 312, 313, 314)) as [string, string, string, string]
  const form = applying({ logo, front, back, holding })
  expect((await market.call('/api/merchant/reg', form, me.token)).code).toBe(1)
  const [kept] = await contents(me, front)
  const clear = openContent(keysOf(market.db), kept!)
  await market.db
    .updateTable('file_contents')
    .set({ sealed: false, bytes: clear })
    .where('user_id', '=', me.uid)
    .where('id', '=', front)
    .execute()
  await sealDocuments(market.db)
  const [now, ...more] = await contents(me, front)
  expect([now!.sealed, more]).toEqual([true, []])
  expect(Buffer.from(openContent(keysOf(market.db), now!)).equals(Buffer.from(clear))).toBe(true)
})

it('nothing is left of the files of a deleted account, and a store keeps the logo that it began with', async () => {
  const [me, heir] = [await somebody(), await somebody()]
  const files = await sendAll(me, 321, 322, 323, 324, 325)
  const [logo, front, back, holding, face] = files as [string, string, string, string, string]
  const form = applying({ logo, front, back, holding })
  expect((await market.call('/api/merchant/reg', form, me.token)).code).toBe(1)
  await avatar(me, face)
  await approve(market.db, form.id, Date.now())
  const { store_id: storeId } = (await readApplication(market.db, form.id))!
  await market.db.insertInto('store_members').values({ store_id: storeId!, user_id: heir.uid, role: 'owner' }).execute()
  const shown = await market.db.selectFrom('stores').select('logo').where('id', '=', storeId).executeTakeFirstOrThrow()
  const gone = await Promise.all(files.map((id) => srcOf(me, id)))
  expect([await served(shown.logo!.src), await served(gone[0]!), await served(gone[4]!)]).toEqual([200, 200, 200])
  expect((await market.call('/api/user/delete', { password: me.password }, me.token)).code).toBe(1)
  expect(await market.db.selectFrom('file_contents').select('id').where('user_id', '=', me.uid).execute()).toEqual([])
  expect(await Promise.all(gone.map(served))).toEqual(gone.map(() => 404))
  await market.dropHidden()
  expect(await Promise.all(gone.map(onDisk))).toEqual(gone.map(() => []))
  expect(await served(shown.logo!.src)).toBe(200)
})
