import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { newDevice, type TestDevice } from '../../support/device/world.ts'

let market: TestMarket
let person: TestPerson
let devices: TestDevice[] = []
beforeEach(async () => {
  market = await openTestMarket()
  person = await market.person()
})
afterEach(async () => {
  for (const device of devices) await device.end()
  devices = []
  await market.close()
})

async function signedIn() {
  const device = newDevice(market)
  devices.push(device)
  const tab = device.tab()
  const { email, password, uid } = person
  expect((await tab.call('user.login', { email, password })).kind).toBe('accepted')
  const list = async () => {
    const outcome = await tab.call('user.sessions', {}, uid)
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
    return outcome.data.sessions
  }
  return { tab, list }
}

it('a person sees where they are signed in, ends one of them, and then all others', async () => {
  const [one, two, three] = [await signedIn(), await signedIn(), await signedIn()]
  const seen = await one.list()
  expect(seen.map((s) => s.current).sort()).toEqual([false, false, true])
  const second = (await two.list()).find((s) => s.current)!
  expect(await one.tab.call('user.endSession', { id: second.id }, person.uid)).toMatchObject({ kind: 'accepted' })
  expect(await two.tab.call('user.sessions', {}, person.uid)).toMatchObject({ kind: 'sessionGone' })
  expect(await three.list()).toHaveLength(2)
  expect(await one.tab.call('user.endSession', { id: 'others' }, person.uid)).toMatchObject({ kind: 'accepted' })
  expect(await three.tab.call('user.sessions', {}, person.uid)).toMatchObject({ kind: 'sessionGone' })
  expect(await one.list()).toHaveLength(1)
})

it('nobody ends a session of somebody else, nor the one that asks', async () => {
  const mine = await signedIn()
  const [own] = await mine.list()
  const stranger = await market.person()
  const token = await market.login(stranger)
  expect((await market.call('/api/user/endSession', { id: own!.id }, token)).code).toBe(1)
  expect(await mine.list()).toHaveLength(1)
  expect(await mine.tab.call('user.endSession', { id: own!.id }, person.uid)).toMatchObject({ kind: 'accepted' })
  expect(await mine.list()).toHaveLength(1)
})

it('of more than twenty sessions the one not used for longest ends', async () => {
  const tokens: string[] = []
  for (let i = 0; i < 25; i++) tokens.push(await market.login(person))
  const rows = await market.db.selectFrom('sessions').select('id').execute()
  expect(rows).toHaveLength(20)
  const alive = []
  for (const token of tokens) alive.push((await market.call('/api/user/index', {}, token)).status === 200)
  expect(alive).toEqual(tokens.map((_, i) => i >= 5))
})

it('a device is known by its browser and system', async () => {
  const agent =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
  const { email, password } = person
  const answer = await market.call('/api/user/login', { email, password }, undefined, {
    headers: { 'User-Agent': agent },
  })
  const { token } = (answer.data as { userinfo: { token: string } }).userinfo
  expect((await market.call('/api/user/sessions', {}, token)).data).toMatchObject({
    sessions: [{ device: 'Chrome · Android', current: true }],
  })
})
