import { expect } from 'vitest'
import type { Payload } from '#contract/registry.ts'
import { merchantState } from '#localdb/queries/merchants.ts'
import type { Readers } from '#localdb/read.ts'
import { unsealFields } from '#localdb/seal.ts'
import { operate } from '#server/operator/commands/operate.ts'
import type { Buyer } from './buyer.ts'
import type { TestMarket } from '../market/market.ts'
import { fileIdOf, testPicture } from '../market/pictures.ts'
import { until } from '../device/world.ts'

/** One picture on a phone. */
export async function keepOne(b: Buyer, n: number): Promise<string> {
  const bytes = new Uint8Array(await testPicture(n, 300))
  expect(await b.tab.call('file.keep', { bytes }, b.person.uid)).toMatchObject({ kind: 'accepted' })
  return fileIdOf(bytes)
}

/** Four pictures on a phone; another number, other pictures. */
export async function keepAll(b: Buyer, from: number): Promise<Payload<'merchant.apply'>['pictures']> {
  const [logo, front, back, holding] = [
    await keepOne(b, from),
    await keepOne(b, from + 1),
    await keepOne(b, from + 2),
    await keepOne(b, from + 3),
  ]
  return { logo, front, back, holding }
}
/** How a phone shows the application, with its texts in clear. */
export async function stateOn({ device, person }: Buyer) {
  const db = await device.userDb(person.uid)
  const state = await merchantState({ user: db } as unknown as Readers)
  const { key } = (await db.keys.get('seal'))!
  const { application } = state
  const sealed = ['realName', 'documentNumber', 'receipt']
  const clear =
    application && (await unsealFields(key, person.uid, `merchantApplications/${application.id}`, application, sealed))
  db.close()
  return { ...state, clear }
}

/** The device has heard what became of the application. */
export async function untilState(b: Buyer, state: string): Promise<void> {
  await b.tab.call('shop.reach', {}, b.person.uid)
  await until(`it is ${state}`, async () => (await stateOn(b)).application?.state === state)
}

/** The operator's command. */
export const command = async ({ db }: TestMarket, ...args: string[]): Promise<string> =>
  (await operate(db, ['application', ...args], Date.now())).text
