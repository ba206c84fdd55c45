import { expect, it } from 'vitest'
import { GUEST } from '#localdb/schema.ts'
import { act, newDevice } from '../../tests/support/device/world.ts'
import type { DeviceBound } from '../api/checked.ts'

const silent = { fetch: () => Promise.reject<Response>(new TypeError('no network')) }

it('lists what the device keeps with its limits', async () => {
  const device = newDevice(silent)
  try {
    device.network.faults.offline = true
    const tab = device.tab()
    const bounds = async (): Promise<Map<string, DeviceBound>> => {
      const answer = await tab.call('device.bounds', {})
      if (answer.kind !== 'accepted') throw new Error(answer.kind)
      return new Map(answer.data.bounds.map((bound) => [bound.name, bound]))
    }
    await act(tab, 'cart.add', { id: 7, shopId: 3, variantId: 0, num: 2, price: 500, currency: 'USD' })
    await act(tab, 'favourite.set', { id: 7, on: true })
    await tab.call('search.history', { remember: 'rice' })
    const before = await bounds()
    expect(before.get('outbox')).toEqual({ name: 'outbox', use: 2, limit: null, unit: 'rows' })
    expect(before.get('cartLines')).toMatchObject({ use: 1, limit: 500 })
    expect(before.get('searches')).toMatchObject({ use: 1, limit: 20 })
    expect([...before.values()].filter(({ use, limit }) => limit !== null && use > limit)).toEqual([])

    // Every table of a person and of the catalogue is listed, but for those that are named here with the reason.
    const user = await device.userDb(GUEST)
    const catalogue = await device.catalogueDb()
    const unlisted = [
      // A person's own at the server, which bounds them or keeps all of them.
      ...[
        'favourites',
        'follows',
        'orders',
        'addressDefault',
        'avatar',
        'ownReviews',
        'loans',
        'postings',
        'recharges',
        'withdrawals',
        'billing',
        'invoices',
      ],
      ...['messages', 'messageMutes', 'talks', 'talkLines', 'watches'],
      // A member's, and a store's in a database of its own.
      ...['memberships', 'sales', 'storeMembers', 'storeNotice', 'goods', 'storeTalks', 'storeTalkLines'],
      ...['storeQuotes', 'storeReviews'],
      // As many as there are files.
      'fileBytes',
      // A row for each name.
      ...['meta', 'keys', 'homes', 'site', 'feed'],
      // The server's tree and currencies; the products that the index has yet to take.
      ...['categories', 'rates', 'unindexed'],
    ]
    const listed = [...before.keys()].map((name) => name.split(/[, ]/)[0]!)
    const tables = [...user.tables, ...catalogue.tables].map((table) => table.name)
    user.close()
    catalogue.close()
    expect(tables.filter((name) => !listed.includes(name)).sort()).toEqual(unlisted.sort())
  } finally {
    await device.end()
  }
})
