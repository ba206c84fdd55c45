import { expect, it, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { mutations } from '#contract/mutations.ts'
import { operatorEndpoints } from '#contract/operator-endpoints.ts'
import type { OperatorEndpointName } from '#contract/registry.ts'
import { storeMutations } from '#contract/store-mutations.ts'
import { seededRandom } from '#server/seed/random.ts'
import { fuzz } from '../../support/fuzz/fuzz.ts'
import { sayRaw } from '../../support/fuzz/raw.ts'
import { openTestMarket } from '../../support/market/market.ts'

// A sample of `npm run fuzz -- 100000`.

/** How often each call is asked. */
const FOR_EACH = 25

/** The calls that cannot be accepted here, whatever is sent. */
const neverAccepted = new Set([
  // It is answered by a question.
  'order.ask',
  'order.askAgreed',
  // They need an OpenID provider, of which this market has none; with one they are tried by social.test.ts.
  'user.socialBegin',
  'user.loginSocial',
  'user.socialJoin',
  // They need a code that was printed, or an authenticator's of this half minute (second-factor.test.ts).
  'operator.enter',
  'factor.begin',
  'factor.confirm',
  'factor.prove',
  'factor.end',
  // Its answer for whoever has no store yet is code 0, and its application needs pictures of documents
  // (merchant.test.ts).
  'merchant.index',
  'merchant.apply',
  // It needs a store that came by an application (contract.test.ts).
  'merchant.sign',
  // It needs the invitation of a store (store-feed.test.ts).
  'user.answerInvitation',
  // They need a parcel, or a store's answer to a problem (order-problems.test.ts).
  'order.receiveParcel',
  'order.reply',
  // They need what a store has made: a private link (line-sheets.test.ts), an order drawn up (drawn-orders.test.ts).
  'catalogue.sheet',
  'quote.decline',
  // It needs the secret that the market shares with its mail service (mail-switches.test.ts).
  'mail.bounces',
  // It needs a store that the actor acts for.
  'store.day',
])
/** The actor is no operator and acts for no store: there they are shut out before anything is read (roles.test.ts). */
const shutOut = (name: string): boolean =>
  Object.hasOwn(storeMutations, name) ||
  (Object.hasOwn(operatorEndpoints, name) && operatorEndpoints[name as OperatorEndpointName].access === 'operator')

it(`hostile requests over every endpoint: none breaks it, hangs, or is told what is not theirs (${process.env['MARKET_DB'] ?? 'pglite'})`, async () => {
  const calls = Object.keys(endpoints).length + Object.keys(mutations).length
  const insists = (name: string): boolean => name.includes('.') && !neverAccepted.has(name) && !shutOut(name)
  const report = await fuzz({ requests: FOR_EACH * calls, seed: 20_260, insists })
  expect(report.faults).toEqual([])
  expect(report.log).toEqual({})
  // It is no use to knock where nobody opens: what fits must have been let in, nearly everywhere.
  const never = Object.entries(report.calls)
    .filter(([name, { accepted }]) => accepted === 0 && insists(name))
    .map(([name]) => name)
  expect(never.length, `never accepted: ${never.join(', ')}`).toBeLessThanOrEqual(2)
})

it('what no HTTP client would say is answered or hung up on, and others are served meanwhile', async () => {
  const market = await openTestMarket()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const answers = await sayRaw((request, env) => market.fetch(request, env), seededRandom(7), 3)
    expect(answers.filter((a) => a.hung).map((a) => a.sent.slice(0, 200))).toEqual([])
    expect(
      answers
        .filter((a) => a.status !== undefined && a.status >= 500)
        .map((a) => [a.status, a.sent.slice(0, 200), a.text.slice(0, 300)]),
    ).toEqual([])
    expect(answers.map((a) => a.text).join('')).not.toMatch(/node_modules|\bat \w+ \(/)
    // A client that hangs up in the middle of a body is not a server error: a bad network would fill the log.
    expect(logged.mock.calls).toEqual([])
    expect((await market.call('/api/index/category', {})).code).toBe(1)
  } finally {
    logged.mockRestore()
    await market.close()
  }
})
