import { expect } from 'vitest'
import type { TakenOver, UnsentFile } from '#worker/api/worker-api.ts'
import { newBuyer, onDevice, type Buyer } from './buyer.ts'
import { atShop } from './in-doubt.ts'
import type { TestMarket } from '../market/market.ts'
import { newDevice, until, type TestDevice, type TestTab } from '../device/world.ts'

// Unsent work in a file, as a person saves it on one device and takes it over on another.

export const PASS = 'a phrase of mine'
/** The path of the call by which a device says that it takes over the intents of a file. */
export const ADOPT = '/api/sync/adopt'

/** Makes buyers, and other devices of theirs; `endAll` ends them after a test. */
export function buyersOf(market: () => TestMarket) {
  const devices: TestDevice[] = []
  const kept = (device: TestDevice): TestDevice => {
    devices.push(device)
    return device
  }
  return {
    buyer: async (): Promise<Buyer> => {
      const b = await newBuyer(market())
      kept(b.device)
      return b
    },
    /** A device that nobody has signed in on. */
    device: (): TestDevice => kept(newDevice(market())),
    /** Another device of the same person. */
    another: async (b: Buyer): Promise<Buyer> => {
      const device = kept(newDevice(market()))
      const tab = device.tab()
      const { email, password } = b.person
      expect((await tab.call('user.login', { email, password })).kind).toBe('accepted')
      return { ...b, device, tab }
    },
    endAll: async (): Promise<void> => {
      for (const device of devices.splice(0)) await device.end()
    },
  }
}

export const inTunnel = (b: Buyer): void => {
  b.device.network.faults.offline = true
}
/** Waits until both devices and the market have `num` pieces in the cart. */
export const agree = (market: TestMarket, b: Buyer, other: Buyer, num: number): Promise<void> =>
  until(`${num} pieces everywhere`, async () => {
    const [here, there, shop] = await Promise.all([onDevice(b), onDevice(other), atShop(market, b)])
    return [here.cart[b.one.ids[0]!] ?? 0, there.cart[b.one.ids[0]!] ?? 0, shop].every((n) => n === num)
  })

/** A file of the intents that wait on a device. */
export async function save(b: { tab: TestTab }, passphrase = PASS): Promise<UnsentFile> {
  const answer = await b.tab.call('unsent.export', { passphrase })
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.data
}
/** Takes a file over. */
export const take = (b: { tab: TestTab }, { bytes }: Pick<UnsentFile, 'bytes'>, passphrase = PASS) =>
  b.tab.call('unsent.import', { bytes, passphrase })
/** The result of taking a file over, without the counts that are 0. */
export async function taken(b: { tab: TestTab }, file: Pick<UnsentFile, 'bytes'>, passphrase = PASS): Promise<object> {
  const answer = await take(b, file, passphrase)
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  return Object.fromEntries(Object.entries(answer.data satisfies TakenOver).filter(([, n]) => n !== 0))
}
