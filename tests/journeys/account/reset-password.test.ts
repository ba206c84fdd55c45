import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  codeIn,
  DAY,
  from,
  newEmail,
  openAccounts,
  PASSWORD,
  reason,
  times,
  tokenOf,
  type Accounts,
} from '../../support/market/accounts.ts'
import type { TestAnswer } from '../../support/market/market.ts'

let shop: Accounts
beforeAll(async () => {
  shop = await openAccounts()
})
afterAll(() => shop.market.close())
beforeEach(() => {
  shop.clock.ms += DAY
  shop.mails.length = 0
})

const ask = (email: string, event = 'resetpwd'): Promise<TestAnswer> =>
  shop.market.call(`/api/ems/send?email=${encodeURIComponent(email)}&event=${event}`, undefined, undefined, {
    method: 'GET',
    ...from(),
  })
const reset = (email: string, code: string, password = 'a new password', init = from()): Promise<TestAnswer> =>
  shop.market.call('/api/user/resetpwd', { email, code, password }, undefined, init)

describe('a new password by mail', () => {
  it('signs in, ends every session, and spends its code', async () => {
    const { email, token } = await shop.registered()
    shop.clock.ms += DAY
    await ask(email)
    const code = codeIn(shop.mails.at(-1))
    const answer = await reset(email, code)
    expect(reason(answer)).toBe('none')
    expect(await shop.alive(tokenOf(answer))).toBe(true)
    expect(await shop.alive(token)).toBe(false)
    expect(reason(await shop.login(email, PASSWORD))).toBe('wrongCredentials')
    expect(reason(await shop.login(email, 'a new password'))).toBe('none')
    expect(reason(await reset(email, code, 'another password'))).toBe('codeExpired')
  })

  it('answers the same for an address without an account, and tells it in the mail alone', async () => {
    const { email } = await shop.registered()
    shop.clock.ms += DAY
    const [known, unknown] = [await ask(email), await ask(newEmail())]
    expect({ ...unknown, headers: 0 }).toEqual({ ...known, headers: 0 })
    expect(codeIn(shop.mails.at(-1))).toBe('no code')
    expect(shop.mails.at(-1)!.subject).toBe('There is no Caravan account with this address')
  })

  it('takes no code of another event, and no guesses', async () => {
    const { email } = await shop.registered()
    shop.clock.ms += DAY
    await ask(email)
    const code = codeIn(shop.mails.at(-1))
    expect(reason(await shop.register(email, code))).toBe('codeExpired')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const guesses: unknown[] = []
    for (let i = 0; i < 7; i++) guesses.push(reason(await reset(email, wrong)))
    expect(guesses).toEqual([...times(5, 'codeWrong'), ...times(2, 'codeExpired')])
    expect(await shop.login(email, PASSWORD)).toMatchObject({ code: 1 })
  })
})

describe('an invitation', () => {
  const profile = async (token: string) =>
    (await shop.market.call('/api/user/profile', {}, token)).data as {
      invitations: { code: string; by: string | null; count: number; invited: { name: string }[] }
    }
  const registerWith = async (invitation: string): Promise<TestAnswer> => {
    const email = newEmail()
    await shop.ask(email)
    return shop.register(email, codeIn(shop.mails.at(-1)), { username: 'Invited', invitation })
  }

  it('is shown to both, however its code is written', async () => {
    const { token } = await shop.registered()
    const { code } = (await profile(token)).invitations
    expect(code).toMatch(/^[0-9A-F]{10}$/)
    const made = await registerWith(` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `)
    expect(reason(made)).toBe('none')
    expect((await profile(tokenOf(made))).invitations).toMatchObject({ by: 'Trader', count: 0 })
    expect((await profile(token)).invitations).toMatchObject({ by: null, count: 1, invited: [{ name: 'Invited' }] })
  })

  it('that nobody gave is refused, and cannot be guessed on', async () => {
    expect(reason(await registerWith('0123456789'))).toBe('invitationUnknown')
    expect(reason(await registerWith('  '))).toBe('none')
    const email = newEmail()
    await shop.ask(email, from('203.0.113.240'))
    const code = codeIn(shop.mails.at(-1))
    const guesses: unknown[] = []
    for (let i = 0; i < 7; i++)
      guesses.push(reason(await shop.register(email, code, { invitation: `000000000${i}` }, from('203.0.113.240'))))
    expect(guesses).toEqual([...times(5, 'invitationUnknown'), ...times(2, 'tooManyAttempts')])
  })
})
