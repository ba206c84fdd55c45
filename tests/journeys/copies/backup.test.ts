import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetaRows } from '#localdb/schema.ts'
import { readRestored } from '#server/backup/restored.ts'
import { sealBook } from '#server/ledger/seals.ts'
import { marketCommand } from '#server/operator/commands/command.ts'
import { serveOperator } from '#server/operator/commands/control.ts'
import { newBuyer, onDevice, online, orderInTunnel, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { testPicture } from '../../support/market/pictures.ts'
import { act, until } from '../../support/device/world.ts'

// A market that is backed up while people trade in it, lost, and restored in another folder.

let root: string
let market: TestMarket
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'caravan-backup-'))
  market = await openTestMarket({ dataDir: join(root, 'data') })
})
afterAll(async () => {
  await market.close()
  await rm(root, { recursive: true, force: true })
})

/** A command at the market of a folder of ours. */
async function command(folder: string, ...args: string[]): Promise<string> {
  const { exit, text } = await marketCommand(args, { DATA_DIR: join(root, folder) })
  if (exit !== 0) throw new Error(text)
  return text
}

const served = async (src: string): Promise<number> =>
  (await market.fetch(new Request(`http://market/media/${src}/360.webp`))).status

/** One more piece in the cart, which the market has when this resolves. */
async function addOne(b: Buyer): Promise<void> {
  const line = { id: b.one.ids[1]!, shopId: b.one.shopId, variantId: 0, num: 1, price: 500, currency: 'USD' }
  await act(b.tab, 'cart.add', line)
  await settled(b)
}

const cartAtServer = async ({ person }: Buyer): Promise<Record<number, number>> =>
  Object.fromEntries(
    (
      await market.db
        .selectFrom('cart_lines')
        .select(['product_id', 'num'])
        .where('user_id', '=', person.uid)
        .where('num', '>', 0)
        .execute()
    ).map(({ product_id, num }) => [product_id, num]),
  )

const states = async (b: Buyer): Promise<Record<string, string | undefined>> =>
  Object.fromEntries((await onDevice(b)).orders.map(({ key, shown }) => [key, shown?.state]))

/** Whether the device finds its account as the market has signed it. */
async function isRight(b: Buyer): Promise<boolean> {
  await b.tab.flush(true)
  const answer = await b.tab.call('wallet.check', {})
  return answer.kind === 'accepted' && answer.data.verdict === 'right'
}

/** A buyer with a picture of themselves, and two orders, of which the first is paid. */
async function trade(): Promise<{ b: Buyer; ids: string[]; picture: string }> {
  const b = await newBuyer({ ...market, fetch: (request) => market.fetch(request) })
  const kept = await b.tab.call('file.keep', { bytes: new Uint8Array(await testPicture(1)) }, b.person.uid)
  if (kept.kind !== 'accepted') throw new Error(kept.kind)
  await act(b.tab, 'avatar.set', { file: kept.data.id })
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  expect((await b.tab.call('order.pay', { ids: ids.slice(0, 1), password: b.person.password })).kind).toBe('accepted')
  const db = await b.device.userDb(b.person.uid)
  const picture = (await db.avatar.get('me'))!.server!.picture!.src
  db.close()
  return { b, ids, picture }
}

/** Backs the market up while the buyer goes on; returns the command's answer. */
async function backUpMeanwhile(b: Buyer, folder: string): Promise<string> {
  let copying = true
  const going = (async () => {
    while (copying) await addOne(b)
  })()
  const text = await command('data', 'backup', folder).finally(() => {
    copying = false
  })
  await going
  return text
}

// A PostgreSQL is copied by pg_dump.
describe.skipIf(process.env['MARKET_DB'] === 'postgres')('a market', () => {
  it('is backed up while it is written to; restored, it is right, says what it is, and devices lose nothing', async () => {
    const { b, ids, picture } = await trade()
    await sealBook(market.db, Date.now())
    const close = await serveOperator(market.db, join(root, 'data'), market)
    const [backup, keys] = [join(root, 'backup'), join(root, 'keys')]
    expect(await backUpMeanwhile(b, backup)).toContain('The market stood still for')
    expect((await readdir(backup)).toSorted()).toEqual(['SHA256SUMS', 'backup.json', 'pglite', 'photographs'])
    await command('data', 'backup', keys, '--keys')
    // The server will lose these: the second payment, and the additions.
    await addOne(b)
    await act(b.tab, 'favourite.set', { id: b.two.ids[0]!, on: true })
    await settled(b)
    expect((await b.tab.call('order.pay', { ids: ids.slice(1), password: b.person.password })).kind).toBe('accepted')
    await until('the device has verified its money', () => isRight(b))
    const had = await onDevice(b)
    const db = await b.device.userDb(b.person.uid)
    const { position } = (await db.meta.get('position')) as MetaRows['position']
    db.close()
    b.device.network.faults.offline = true
    await b.device.network.quiet()
    await close()
    await market.close()

    expect(await command('new', 'restore', backup, '--keys', keys)).toContain(`is in ${join(root, 'new')}, as of`)
    market = await openTestMarket({ dataDir: join(root, 'new') })
    const closeNew = await serveOperator(market.db, join(root, 'new'), market)
    expect(await command('new', 'ledger')).toContain('The ledger is right')
    expect(await served(picture)).toBe(200)
    expect(await readRestored(join(root, 'new'))).toMatchObject({ noted: true })
    expect(
      await market.db.selectFrom('audit_log').select('what').where('what', '=', 'market.restore').execute(),
    ).toHaveLength(1)
    expect((await market.call('/api/wallet/heads', { position }, await market.login(b.person))).data).toMatchObject({
      restored: true,
    })

    b.device.network.faults.offline = false
    await until('what was lost is there again', async () => {
      await b.tab.flush(true)
      return JSON.stringify(await cartAtServer(b)) === JSON.stringify(had.cart)
    })
    await until('the device knows which payment is lost', async () => {
      await b.tab.flush(true)
      const { [ids[0]!]: first, [ids[1]!]: second } = await states(b)
      return first === 'paid' && second === 'unpaid'
    })
    expect((await onDevice(b)).cart).toEqual(had.cart)
    expect(
      await market.db
        .selectFrom('favourites')
        .select('product_id')
        .where('user_id', '=', b.person.uid)
        .where('is_on', '=', true)
        .execute(),
    ).toEqual([{ product_id: b.two.ids[0]! }])
    // By the same key as before, which the device has kept.
    await until('the device has verified what the restored market has', () => isRight(b))
    expect(await command('new', 'ledger')).toContain('The ledger is right')
    await b.device.end()
    await closeNew()
  })
})
