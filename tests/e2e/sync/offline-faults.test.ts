import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Passing } from '../../support/servers/fault-proxy.ts'
import { killedInMidPush } from './killed-in-mid-push.ts'
import { arrivesExactlyOnce, browseOnline, market, proxy, tradeOffline, withItsOwnDevice } from './offline-day.ts'

// The offline story once more, with faults where its work is sent.

withItsOwnDevice()

/** The work of a push: sent again it is the same, whatever its time stamp says. */
function workOf({ method, path, body }: Passing): string {
  if (path !== '/api/sync/push') return `${method} ${path}`
  const text = body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body).toString() : body.toString()
  return (JSON.parse(text) as { intents: { seq: number }[] }).intents.map((i) => i.seq).join()
}

it('a day without a network arrives exactly once though every answer is lost once', async () => {
  await browseOnline()
  const out = await tradeOffline()
  const seen = new Set<string>()
  await out((passing) => {
    if (!passing.path.startsWith('/api/sync/pu') || seen.has(workOf(passing))) return undefined
    seen.add(workOf(passing))
    return 'lost'
  })
  await arrivesExactlyOnce()
  expect(
    [...seen].some((work) => /^\d/.test(work)),
    'a push whose answer was lost',
  ).toBe(true)
})

it('a day without a network arrives exactly once though the server is killed in the middle', async () => {
  await browseOnline()
  const pushes = await killedInMidPush(await tradeOffline(), proxy, market)
  await arrivesExactlyOnce()
  expect(pushes()).toBeGreaterThan(1)
})
