import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES_MAX } from '#contract/messages/rules.ts'
import { unreadCount } from '#localdb/queries/cart/badges.ts'
import { messageItems, type MessageItem } from '#localdb/queries/messages/items.ts'
import type { Readers } from '#localdb/read.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { askForReceipt, purgeMessages } from '#server/orders/reminders.ts'
import { notify } from '#server/messages/notify.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { newBuyer, online, orderInTunnel, settled, shopSide, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, newDevice, until, type TestTab } from '../../support/device/world.ts'

// The messages about a person's orders and money are written in the transaction of the event that they tell of, and
// reach all devices of the person.

let market: TestMarket
let shop: ReturnType<typeof shopSide>
beforeAll(async () => {
  market = await openTestMarket()
  shop = shopSide(market)
})
afterAll(() => market.close())

type Looked = Pick<Buyer, 'device' | 'person'>
async function read<T>({ device, person }: Looked, query: (readers: Readers) => Promise<T>): Promise<T> {
  const [user, catalogue] = [await device.userDb(person.uid), await device.catalogueDb()]
  const found = await query({ user, catalogue } as unknown as Readers)
  user.close()
  catalogue.close()
  return found
}
const kinds = async (b: Looked): Promise<string[]> =>
  (await read(b, messageItems)).map((m) => (m.read ? m.kind : `${m.kind} new`))
const newest = async (b: Looked): Promise<MessageItem> => (await read(b, messageItems))[0]!
const has = (b: Looked, kind: string): Promise<void> =>
  until(`${kind} is told`, async () => (await read(b, messageItems)).some((m) => m.kind === kind))

/** A second device of the person. */
async function secondDevice({ person }: Looked): Promise<Looked & { tab: TestTab }> {
  const device = newDevice(market)
  const tab = device.tab()
  await tab.call('user.login', { email: person.email, password: person.password })
  return { device, person, tab }
}

/** A buyer with two paid orders. */
async function paid(): Promise<{ b: Buyer; ids: string[] }> {
  const b = await newBuyer(market)
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  expect((await b.tab.call('order.pay', { ids, password: b.person.password })).kind).toBe('accepted')
  return { b, ids }
}

describe('messages', () => {
  it('tell each step of an order once; what the person did is written down as read', async () => {
    const { b, ids } = await paid()
    await has(b, 'orderPaid')
    expect((await kinds(b)).sort()).toEqual(['orderPaid', 'orderPaid', 'orderPlaced', 'orderPlaced'])
    await operate(market.db, ['ship', ids[0]!, 'DHL 42'], Date.now())
    await operate(market.db, ['refund', ids[1]!], Date.now())
    await has(b, 'orderRefunded')
    await has(b, 'orderShipped')
    const items = await read(b, messageItems)
    const shipped = items.find((m) => m.kind === 'orderShipped')!
    expect(shipped).toMatchObject({
      read: false,
      subject: { kind: 'order', id: ids[0] },
      values: { parcel: 'DHL 42', shop: 'Test store', amount: 2000, currency: 'USD' },
    })
    expect(shipped.words).toContain(String(shipped.values['number']))
    expect(items.find((m) => m.kind === 'orderRefunded')).toMatchObject({ read: false, values: { reason: 'operator' } })
    expect(await read(b, unreadCount)).toBe(2)
    await act(b.tab, 'order.receive', { id: ids[0]! })
    await settled(b)
    await has(b, 'orderReceived')
    expect(await read(b, unreadCount)).toBe(2)
    expect(b.device.reports).toEqual([])
    await b.device.end()
  })

  it('that are read in a tunnel are read on all devices, once the network is back; and unread again by undo', async () => {
    const { b, ids } = await paid()
    const other = await secondDevice(b)
    for (const id of ids) await shop.ship(b.person.uid, id)
    for (const one of [b, other]) await until('two are new', async () => (await read(one, unreadCount)) === 2)
    b.device.network.faults.offline = true
    const unread = (await read(b, messageItems)).filter((m) => !m.read).map((m) => m.id)
    await act(b.tab, 'message.read', { ids: unread, on: true })
    expect([await read(b, unreadCount), await read(other, unreadCount)]).toEqual([0, 2])
    // The answer is lost on its way: it is read once all the same.
    b.device.network.faults.loseAnswers = 1
    await online(b)
    await settled(b)
    await until('it is read on the other', async () => (await read(other, unreadCount)) === 0)
    await act(other.tab, 'message.read', { ids: [unread[0]!], on: false })
    await until('one is new again', async () => (await read(b, unreadCount)) === 1)
    expect([...b.device.reports, ...other.device.reports]).toEqual([])
    await Promise.all([b.device.end(), other.device.end()])
  })

  it('of a topic that was switched off do not come; those about money always do', async () => {
    const { b, ids } = await paid()
    await act(b.tab, 'message.mute', { topic: 'orders', on: true })
    await settled(b)
    await act(b.tab, 'message.mute', { topic: 'money', on: true })
    await until('that is refused', async () =>
      read(b, async ({ user }) =>
        (await user.outbox.toArray()).some((i) => i.state === 'rejected' && i.name === 'message.mute'),
      ),
    )
    await shop.ship(b.person.uid, ids[0]!)
    await operate(market.db, ['refund', ids[0]!, 'shop'], Date.now())
    await has(b, 'orderRefunded')
    expect(await kinds(b)).not.toContain('orderShipped new')
    await b.device.end()
  })

  it('ask once whether a parcel has arrived, a week after it was shipped', async () => {
    const { b, ids } = await paid()
    await shop.ship(b.person.uid, ids[0]!)
    const later = Date.now() + 7 * 86_400_000 + 60_000
    expect(await askForReceipt(market.db, Date.now())).toBe(0)
    expect(await askForReceipt(market.db, later)).toBeGreaterThan(0)
    expect(await askForReceipt(market.db, later)).toBe(0)
    await has(b, 'orderAsksReceipt')
    expect((await kinds(b)).filter((kind) => kind === 'orderAsksReceipt new')).toHaveLength(1)
    await b.device.end()
  })

  it('tell of a question about an order on every device', async () => {
    const b = await newBuyer(market)
    const other = await secondDevice(b)
    await orderInTunnel(b)
    await shop.setPrice(b.one, 900)
    await online(b)
    for (const one of [b, other]) await has(one, 'orderQuestion')
    const question = (await read(other, messageItems)).find((m) => m.kind === 'orderQuestion')
    expect(question).toMatchObject({ read: false, subject: { kind: 'sync', id: 'needs' } })
    await Promise.all([b.device.end(), other.device.end()])
  })
})

describe('the site', () => {
  it('tells everybody, in the languages it was written in, and nobody twice', async () => {
    const b = await newBuyer(market)
    const say = [
      'message',
      'all',
      'en',
      'Closed on Friday',
      'Orders ship on Monday.',
      'ar',
      'مغلق يوم الجمعة',
      'إلى الاثنين',
    ]
    expect(await operate(market.db, say, Date.now())).toMatchObject({ exit: 0 })
    await has(b, 'site')
    expect(await newest(b)).toMatchObject({
      read: false,
      title: { en: 'Closed on Friday', ar: 'مغلق يوم الجمعة' },
      text: { en: 'Orders ship on Monday.' },
      words: 'Closed on Friday',
    })
    const { rows } = await sql<{ n: number }>`
      select max(c)::int as n from (select count(*) as c from messages where kind = 'site' group by user_id) x`.execute(
      market.db,
    )
    expect(rows[0]!.n).toBe(1)
    expect((await operate(market.db, ['message', b.person.email, 'en', 'For you', 'Alone.'], Date.now())).exit).toBe(0)
    for (const wrong of [
      ['all'],
      ['all', 'xx', 'a', 'b'],
      ['all', 'zh', '标题', '内容'],
      ['nobody@x.y', 'en', 'a', 'b'],
    ])
      expect((await operate(market.db, ['message', ...wrong], Date.now())).exit, wrong.join(' ')).toBe(1)
    await b.device.end()
  })
})

it('of a person at most five hundred messages are kept, for half a year', async () => {
  const b = await newBuyer(market)
  const { uid } = b.person
  await ownerTransaction(market.db, uid, async (call) => {
    for (let n = 0; n < MESSAGES_MAX + 20; n++)
      await notify(call, uid, { kind: 'watchStock', title: { en: `Cup ${n}` }, at: Date.now() })
  })
  await until('the last has come', async () => (await read(b, messageItems)).length === MESSAGES_MAX)
  expect((await read(b, messageItems)).at(-1)?.title).toEqual({ en: 'Cup 20' })
  expect(await purgeMessages(market.db, Date.now() + 181 * 86_400_000)).toBeGreaterThanOrEqual(MESSAGES_MAX)
  await until('they are gone', async () => (await read(b, messageItems)).length === 0)
  const { rows } = await sql<{
    words: string
  }>`select distinct words from messages where user_id = ${uid}::uuid`.execute(market.db)
  expect(rows).toEqual([{ words: '' }])
  await b.device.end()
})
