import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { mutations } from '#contract/mutations.ts'
import type { EndpointName, MutationName } from '#contract/registry.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { openTestMarket, type TestAnswer, type TestMarket } from '../../support/market/market.ts'
import { makeAddress, placing } from '../../support/market/orders.ts'
import { makeOtherPerson, type OtherPerson } from '../../support/life/other-person.ts'
import { ownedRows } from '../../support/life/owned-rows.ts'
import type { Intruder, Trial } from '../../support/trials/trial.ts'
import { mutationTrials } from '../../support/trials/mutations.ts'
import { endpointTrials } from '../../support/trials/trials.ts'

// Every call of the registry, tried by a signed-in stranger with what is another's: nothing of the other's is
// read, and nothing of it changes. The calls come from the registry; how another's ids get into them from trials.ts.

const REPORTS = fileURLToPath(new URL('../../../.cache/reports', import.meta.url))
let market: TestMarket
let other: OtherPerson
const table: [call: string, tried: string, answer: string][] = []
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  other = await makeOtherPerson(market)
})
afterAll(async () => {
  const width = (i: 0 | 1): number => Math.max(...table.map((row) => row[i].length))
  await mkdir(REPORTS, { recursive: true })
  await writeFile(
    `${REPORTS}/others-ids.txt`,
    `${table.map(([call, tried, answer]) => `${call.padEnd(width(0))}  ${tried.padEnd(width(1))}  ${answer}`).join('\n')}\n`,
  )
  const calls = new Set(table.map(([call]) => call)).size
  console.log(
    `another's ids: ${calls} calls of the registry, ${table.length} tries that neither read nor changed anything of the other's (.cache/reports/others-ids.txt)`,
  )
  await market.close()
})

/** A new stranger for each try, so that none meets what an earlier one left. */
async function intruder(): Promise<Intruder> {
  const person = await market.person()
  const token = await market.login(person)
  const addressId = await makeAddress(market.db, person.uid)
  const order = async () => placing(market.db, other.shop.shopId, addressId, [{ id: other.shop.ids[0]!, num: 1 }])
  const placed = await order()
  expect((await market.call('/api/order/place', placed, token)).code).toBe(1)
  // Their feed is far beyond the other's: no window of revs hides what should not be given.
  await market.db.updateTable('feeds').set({ rev: 1000 }).where('user_id', '=', person.uid).execute()
  return { ...person, token, addressId, order: `${placed.clientOrderId}:${placed.shopId}`, place: await order() }
}

/** Fields and headers in which a careless server might look for whose call it is. */
const smuggled = (): Record<string, string> => ({
  uid: other.uid,
  userId: other.uid,
  user_id: other.uid,
  owner: other.uid,
  email: other.email,
})
const forged = (): Record<string, string> => ({
  'X-User-Id': other.uid,
  'X-Forwarded-User': other.email,
  Authorization: `Bearer ${other.uid}`,
  Cookie: `uid=${other.uid}; token=${other.uid}`,
})

/** The verdict on an answer: `own` when accepted (spec §8: also by code 0 with data), else why it was refused. */
const verdictOf = (answer: TestAnswer): string =>
  answer.code === 1 ? 'own' : ((answer.data as { reason?: string }).reason ?? (answer.code === 0 ? 'own' : 'broken'))
const resultOf = (answer: TestAnswer): string => {
  const result = (answer.data as { results?: PushResult[] }).results?.[0]
  return result === undefined
    ? verdictOf(answer)
    : result.outcome === 'accepted'
      ? 'own'
      : (result.refusal?.reason ?? result.outcome)
}

type Way = (me: Intruder, input: object) => Promise<{ sent: object; answer: TestAnswer; verdict: string }>
const post = async (
  path: string,
  sent: object,
  token: string | undefined,
  headers: Record<string, string> = {},
  read = verdictOf,
): ReturnType<Way> => {
  const answer = await market.call(path, sent, token, { headers })
  return { sent: { sent, headers }, answer, verdict: read(answer) }
}

/** Tries one call in one way, and looks at the other's rows and at the answer. */
async function attempt(
  name: string,
  trial: Trial<object>,
  way: string,
  go: Way,
  wanted: string = trial.answer,
): Promise<void> {
  const me = await intruder()
  const input = trial.input(other, me)
  const before = await ownedRows(market.db, other)
  const { sent, answer, verdict } = await go(me, input)
  const after = await ownedRows(market.db, other)
  for (const open of trial.may ?? []) {
    delete before[open]
    delete after[open]
  }
  expect(after, `${name}, ${trial.tried}, ${way}: the other's rows`).toEqual(before)
  expect(verdict, `${name}, ${trial.tried}, ${way}`).toBe(wanted)
  expect(answer.status).toBeLessThan(500)
  if (trial.answered) expect(answer.data, `${name}, ${trial.tried}, ${way}`).toMatchObject(trial.answered)
  // The answer may repeat what was in the question, and nothing else of the other person's.
  const [asked, answered] = [JSON.stringify(sent), JSON.stringify([answer.data, answer.msg, [...answer.headers]])]
  for (const secret of other.secrets)
    if (!asked.includes(secret)) expect(answered, `${name}, ${trial.tried}, ${way}`).not.toContain(secret)
  table.push([
    name,
    `${trial.tried}${way === '' ? '' : ` (${way})`}`,
    verdict === 'own' ? 'accepted, own things only' : verdict,
  ])
}

describe(`another's ids (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it.each(Object.keys(endpoints) as EndpointName[])(
    '%s',
    async (name) => {
      const { path, method } = endpoints[name] as unknown as Endpoint
      const ask = (input: object, token: string, headers: Record<string, string> = {}): ReturnType<Way> => {
        if (method === 'POST') return post(path, input, token, headers)
        const query = new URLSearchParams(Object.entries(input).map(([k, v]) => [k, String(v)]))
        return market
          .call(`${path}?${query.toString()}`, undefined, token, { method, headers })
          .then((answer) => ({ sent: { input, headers }, answer, verdict: verdictOf(answer) }))
      }
      for (const trial of endpointTrials[name] as readonly Trial<object>[]) {
        await attempt(name, trial, '', (me, input) => ask(input, me.token))
        await attempt(name, trial, "and another's uid beside it", (me, input) =>
          ask({ ...smuggled(), ...input }, me.token, forged()),
        )
      }
    },
    60_000,
  )

  it.each(Object.keys(mutations) as MutationName[])(
    '%s, by itself and in a push',
    async (name) => {
      const { path } = mutations[name]
      const push =
        (uid: string, incarnation: string, seq: number, token: string | undefined) =>
        (_me: Intruder, payload: object) =>
          post(
            '/api/sync/push',
            { v: 1, uid, incarnation, now: 0, intents: [{ seq, name, payload, createdAt: 0 }] },
            token,
            {},
            resultOf,
          )
      for (const trial of mutationTrials[name] as readonly Trial<object>[]) {
        await attempt(name, trial, 'call', (me, input) => post(path, { ...smuggled(), ...input }, me.token, forged()))
        await attempt(name, trial, "call under another's key", (me, input) =>
          post(path, input, me.token, { 'Idempotency-Key': `${other.incarnation}:1` }),
        )
        await attempt(name, trial, 'push', (me, input) =>
          push(me.uid, `mine${me.uid.slice(0, 8)}`, 1, me.token)(me, input),
        )
        await attempt(name, trial, "push under another's key", (me, input) =>
          push(me.uid, other.incarnation, 1, me.token)(me, input),
        )
        await attempt(
          name,
          trial,
          'push as another',
          (me, input) => push(other.uid, other.incarnation, other.seq + 1, me.token)(me, input),
          'wrongOwner',
        )
        await attempt(
          name,
          trial,
          'push as another without a session',
          push(other.uid, other.incarnation, other.seq + 1, undefined),
          'pleaseLogin',
        )
      }
    },
    60_000,
  )

  it("would be seen: the search finds what is the other's own, and a changed row", async () => {
    const rows = await ownedRows(market.db, other)
    for (const name of [
      'users',
      'sessions',
      'orders',
      'order_lines',
      'addresses',
      'address_defaults',
      'favourites',
      'follows',
      'cart_lines',
      'outcomes',
      'feeds',
      'ledger_postings',
    ])
      expect(rows[name]?.length, name).toBeGreaterThan(0)
    const pulled = JSON.stringify(
      (await market.call('/api/sync/pull?cursor=0', undefined, other.token, { method: 'GET' })).data,
    )
    for (const secret of [other.uid, other.unpaid, other.shipped, other.addressId, 'Quastenberg', 'Geheimstadt'])
      expect(pulled).toContain(secret)
    await market.call(
      '/api/cart/set',
      { id: other.shop.ids[2]!, shopId: other.shop.shopId, variantId: 0, from: 7, to: 8 },
      other.token,
    )
    expect(await ownedRows(market.db, other)).not.toEqual(rows)
  })
})
