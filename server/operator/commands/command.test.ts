import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../db/open.ts'
import { makeShop } from '../../../tests/support/market/orders.ts'
import { marketCommand } from './command.ts'
import { serveOperator } from './control.ts'
import { socketPath } from './socket-path.ts'

let folder: string
let open: OpenDatabase | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caravan-operator-'))
})
afterEach(async () => {
  await open?.close()
  open = undefined
  await rm(folder, { recursive: true, force: true })
})
const market = (...args: string[]) => marketCommand(args, { DATA_DIR: folder })

describe('the market command', () => {
  it('acts in the running market, which alone may open its folder, and on the folder itself when none runs', async () => {
    expect(await market('orders')).toEqual({
      exit: 1,
      text: `There is no market in ${folder}. Set DATA_DIR to its folder, or start one with npm start.`,
    })
    const help = await market('help')
    expect(help.exit).toBe(0)
    expect(help.text.split('\n').at(-1)).toBe(
      `There is no market in ${folder}. Set DATA_DIR to its folder, or start one with npm start. For another: DATA_DIR=<folder> npm run market -- COMMAND`,
    )
    open = await openDatabase({ dataDir: folder })
    const { ids } = await makeShop(open.db, [{ stock: 5 }])
    expect(await market('stock', String(ids[0]), '9')).toMatchObject({
      exit: 1,
      text: expect.stringContaining('in use by process') as string,
    })
    expect(await market('help')).toMatchObject({
      exit: 0,
      text: expect.stringContaining(`The market here is in ${folder}.`) as string,
    })
    const stop = await serveOperator(open.db, folder)
    expect(await market('stock', String(ids[0]), '7')).toEqual({ exit: 0, text: `Product ${ids[0]} has 7 in stock.` })
    expect(await open.db.selectFrom('products').select('stock').execute()).toEqual([{ stock: 7 }])
    if (process.platform !== 'win32') {
      const { path } = socketPath(folder)
      expect([(await stat(path)).mode & 0o777, (await stat(dirname(path))).mode & 0o777]).toEqual([0o600, 0o700])
    }
    await stop()
    await open.close()
    open = undefined
    expect(await market('orders')).toEqual({ exit: 0, text: 'No orders.' })
  })

  it('listens again after a crash that left its socket behind, and leaves one alone that is answered', async () => {
    open = await openDatabase()
    const first = await serveOperator(open.db, folder)
    const second = await serveOperator(open.db, folder)
    await second()
    expect(await market('orders')).toMatchObject({ exit: 0 })
    await first()
    const again = await serveOperator(open.db, folder)
    expect(await market('orders')).toMatchObject({ exit: 0 })
    await again()
  })

  it('says what is wrong, and does nothing then', async () => {
    open = await openDatabase()
    const { ids, variants } = await makeShop(open.db, [{}, { variants: [{ stock: 1 }, { stock: 2 }] }])
    const [a, b] = ids.map(String) as [string, string]
    const stop = await serveOperator(open.db, folder)
    const run = async (...args: string[]) => {
      const { exit, text } = await market(...args)
      return `${exit} ${text.split('\n')[0]}`
    }
    expect(await run()).toMatch(/^2 Usage: npm run market/)
    expect(await run('sell', '1')).toMatch(/^2 Usage/)
    expect(await run('ship')).toBe('1 There is no order without its number. “orders” lists them.')
    expect(await run('refund', 'x')).toBe('1 There is no order x. “orders” lists them.')
    expect(await run('refund', 'x', 'because')).toBe("1 A refund's reason is operator or shop.")
    expect(await run('orders', 'lost')).toMatch(/^1 A state is one of onDevice, unpaid/)
    expect(await run('price', '0', '5')).toBe('1 A product is a whole number from 1, not “0”.')
    expect(await run('price', '2000000000', '5')).toBe('1 There is no product 2000000000.')
    expect(await run('price', a, '1.005')).toBe(
      '1 “1.005” is no price in USD: minor units (1250) or a decimal (12.50).',
    )
    expect(await run('price', a, '12.5')).toBe(`0 Product ${a} costs 12.50 USD from 1.`)
    expect(await run('stock', b, '5')).toBe(`1 Product ${b} has variants; name one of ${variants[1]!.join(', ')}.`)
    expect(await run('stock', b, String(variants[1]![1]), '9')).toBe(
      `0 Product ${b}, variant ${variants[1]![1]}, has 9 in stock.`,
    )
    expect(await open.db.selectFrom('products').select('stock').where('id', '=', ids[1]!).execute()).toEqual([
      { stock: 10 },
    ])
    expect(await run('stock', a, '-1')).toBe('1 A stock is a whole number from 0, not “-1”.')
    expect(await run('area', 'close', 'Atlantis')).toBe('1 “Atlantis” is not a country or province.')
    expect(await run('area', 'close', 'de', 'Egypt')).toBe('0 Closed: Germany, Egypt.')
    expect(await run('area', 'shut', 'de')).toMatch(/^1 Areas are opened or closed/)
    expect(await run('rate', 'USD', '2')).toBe('1 Balances are in USD: its rate is always 1.')
    expect(await run('rate', 'EUR', '0.0')).toMatch(/^1 “0.0” is not a valid rate for EUR/)
    expect(await run('rate', 'EGY', '2')).toMatch(/^1 “EGY” is neither a currency in use/)
    expect(await run('rate', 'EUR')).toMatch(/^1 A rate is a currency or coin and/)
    expect(await run('rate', 'EUR', '1.0835')).toBe(
      '0 1 EUR is 1.0835 USD, for orders that are placed from now on. It is good for 24 hours.',
    )
    expect(
      await open.db
        .selectFrom('exchange_rates')
        .select(['currency', 'numerator', 'denominator'])
        .where('coin', '=', false)
        .execute(),
    ).toEqual([{ currency: 'EUR', numerator: 10835, denominator: 10000 }])
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    await open.close()
    open = undefined
    expect(await run('orders')).toBe('1 The market could not do it; its own log says why.')
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
    await stop()
  })
})
