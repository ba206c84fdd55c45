import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GUEST } from '#localdb/schema.ts'
import { ATTEMPTS_MAX } from '#server/account/social.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { startProvider, type TestProvider } from '../../support/servers/oidc-provider.ts'
import { newDevice, type TestDevice, type TestTab } from '../../support/device/world.ts'
import { giveFactor } from '../../support/market/second-factor.ts'

const BACK = 'http://localhost:4999/login'

let provider: TestProvider
let market: TestMarket
beforeAll(async () => {
  provider = await startProvider(BACK)
  market = await openTestMarket({ provider: provider.config, testMoney: true })
})
afterAll(async () => {
  await market.close()
  await provider.close()
})

let phone: TestDevice
let tab: TestTab
beforeEach(() => {
  phone = newDevice(market)
  tab = phone.tab()
  return () => phone.end()
})

/** Begins on the device, signs in at the provider, and comes back. */
async function go(through: (url: URL) => URL = (url) => url, invitation?: string) {
  const typed = { email: 'typed@example.test', back: '/shop', ...(invitation !== undefined && { invitation }) }
  const begun = await tab.call('social.begin', typed)
  if (begun.kind !== 'accepted') throw new Error(JSON.stringify(begun))
  const back = await provider.visit(through(new URL(begun.data.url)).href)
  return { back, finish: () => finish(back) }
}
const finish = (back: URL, on = tab) =>
  on.call('social.finish', {
    state: back.searchParams.get('state')!,
    code: back.searchParams.get('code'),
    iss: back.searchParams.get('iss'),
  })
const refusal = (reason: string) => ({
  kind: 'accepted',
  data: {
    became: 'refused',
    email: 'typed@example.test',
    back: '/shop',
    refused: { kind: 'refused', refusal: { reason } },
  },
})
let people = 0
const somebody = () => ({
  sub: `s${++people}`,
  email: `elsewhere${people}@example.test`,
  email_verified: true,
  name: 'Ada Else',
})

describe('signing in with an account of elsewhere', () => {
  it('makes an account once, and finds it again', async () => {
    const ada = somebody()
    provider.as(ada)
    expect(await tab.call('user.social', {})).toEqual({ kind: 'accepted', data: { name: 'Elsewhere' } })
    expect(await (await go()).finish()).toMatchObject({ kind: 'accepted', data: { became: 'signedIn', back: '/shop' } })
    const { uid } = await tab.ready()
    expect(uid).not.toBe(GUEST)
    const user = () => market.db.selectFrom('users').selectAll().where('email', '=', ada.email).execute()
    expect(await user()).toMatchObject([{ id: uid, username: 'Ada Else' }])
    // By what they are there, not by their address, which may change.
    provider.as({ ...ada, email: 'moved@example.test' })
    const other = newDevice(market)
    tab = other.tab()
    expect(await (await go()).finish()).toMatchObject({ data: { became: 'signedIn' } })
    expect((await tab.ready()).uid).toBe(uid)
    expect(await user()).toHaveLength(1)
    await other.end()
  })

  it('joins an address that has an account only after that account’s password', async () => {
    const person = await market.person()
    provider.as({ ...somebody(), email: person.email })
    expect(await (await go()).finish()).toEqual({
      kind: 'accepted',
      data: { became: 'join', email: person.email, back: '/shop' },
    })
    expect((await tab.ready()).uid).toBe(GUEST)
    expect(await tab.call('social.join', { password: 'a guess' })).toMatchObject({
      refusal: { reason: 'wrongPassword' },
    })
    expect(await tab.call('social.join', { code: '000000' })).toMatchObject({ refusal: { reason: 'codeExpired' } })
    expect(await tab.call('social.join', { password: person.password })).toMatchObject({ data: { uid: person.uid } })
    expect((await tab.ready()).uid).toBe(person.uid)
    expect(await tab.call('social.join', { password: person.password })).toMatchObject({
      refusal: { reason: 'socialFailed' },
    })
  })

  it('or after a code mailed to it', async () => {
    const person = await market.person()
    provider.as({ ...somebody(), email: person.email })
    await (await go()).finish()
    await tab.call('user.emailCode', { email: person.email, event: 'social' })
    const code = /^\d{6}$/m.exec(market.mails.at(-1)!.text)![0]
    expect(await tab.call('social.join', { code })).toMatchObject({ data: { uid: person.uid } })
  })

  it('asks an account that has a second factor for it, whether it is joined or being joined', async () => {
    const person = await market.person()
    const [first, second] = await giveFactor(market.db, person, Date.now())
    const ada = { ...somebody(), email: person.email }
    provider.as(ada)
    await (await go()).finish()
    const { password } = person
    expect(await tab.call('social.join', { password })).toMatchObject({ refusal: { reason: 'factorNeeded' } })
    expect(await tab.call('social.join', { password, factor: '000000' })).toMatchObject({
      refusal: { reason: 'codeWrong', params: { of: 'factor' } },
    })
    expect((await tab.ready()).uid).toBe(GUEST)
    expect(await tab.call('social.join', { password, factor: first! })).toMatchObject({ data: { uid: person.uid } })

    const other = newDevice(market)
    tab = other.tab()
    expect(await (await go()).finish()).toMatchObject({ data: { became: 'factor', back: '/shop' } })
    expect((await tab.ready()).uid).toBe(GUEST)
    expect(await tab.call('social.join', {})).toMatchObject({ refusal: { reason: 'factorNeeded' } })
    expect(await tab.call('social.join', { factor: first! })).toMatchObject({ refusal: { params: { of: 'factor' } } })
    expect(await tab.call('social.join', { factor: second! })).toMatchObject({ data: { uid: person.uid } })
    const proven = market.db.selectFrom('sessions').select('proven_until').where('user_id', '=', person.uid)
    expect((await proven.execute()).map((session) => session.proven_until)).toEqual([
      expect.any(Date),
      expect.any(Date),
    ])
    await other.end()
  })

  it('tells of a joined identity by mail, and opens nothing more once its person has removed it', async () => {
    const person = await market.person()
    const ada = { ...somebody(), email: person.email }
    provider.as(ada)
    await (await go()).finish()
    await tab.call('social.join', { password: person.password })
    const { uid } = person
    const listed = await tab.call('user.identities', {}, uid)
    const provided = { id: expect.any(String), provider: 'Elsewhere', email: ada.email, createdAt: expect.any(Number) }
    expect(listed).toEqual({ kind: 'accepted', data: { identities: [provided] } })
    const { id } = (listed as { data: { identities: { id: string }[] } }).data.identities[0]!

    const stranger = await market.login(await market.person())
    expect(await market.call('/api/user/endIdentity', { id }, stranger)).toMatchObject({ data: { identities: [] } })
    expect(await tab.call('user.identities', {}, uid)).toEqual(listed)

    expect(await tab.call('user.endIdentity', { id }, uid)).toEqual({ kind: 'accepted', data: { identities: [] } })
    const thief = newDevice(market)
    tab = thief.tab()
    expect(await (await go()).finish()).toMatchObject({ data: { became: 'join' } })
    await thief.end()
    await market.sendMails()
    expect(market.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)).toEqual([
      'Another account can now log in to your Caravan account',
      'A linked account can no longer log in to your Caravan account',
    ])
  })

  it('keeps who invited somebody', async () => {
    const inviter = await market.person()
    const { invitation } = await market.db
      .selectFrom('users')
      .select('invitation')
      .where('id', '=', inviter.uid)
      .executeTakeFirstOrThrow()
    const ada = somebody()
    provider.as(ada)
    expect(await (await go(undefined, invitation)).finish()).toMatchObject({ data: { became: 'signedIn' } })
    const { invited_by } = await market.db
      .selectFrom('users')
      .select('invited_by')
      .where('email', '=', ada.email)
      .executeTakeFirstOrThrow()
    expect(invited_by).toBe(inviter.uid)
  })

  it('takes no address that the provider has not made sure of', async () => {
    const person = await market.person()
    for (const email of [person.email, 'nobody-yet@example.test']) {
      provider.as({ ...somebody(), email, email_verified: false })
      expect(await (await go()).finish()).toMatchObject(refusal('socialUnverified'))
    }
    expect((await tab.ready()).uid).toBe(GUEST)
  })

  it('gives back what was typed when somebody does not sign in there', async () => {
    provider.as(null)
    const { back, finish: end } = await go()
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(await end()).toEqual({
      kind: 'accepted',
      data: { became: 'refused', email: 'typed@example.test', back: '/shop' },
    })
  })
})

describe('an attempt', () => {
  it('goes on while somebody else floods the market with attempts', async () => {
    provider.as(somebody())
    const { back } = await go()
    await sql`
      insert into social_attempts (ticket_hash, state, nonce, verifier, caller, created_at)
      select sha256(convert_to(n::text, 'UTF8')), '', '', '', 'flood', now() + interval '1 s'
      from generate_series(1, ${ATTEMPTS_MAX}::int) n`.execute(market.db)
    const other = newDevice(market)
    expect((await other.tab().call('social.begin', { email: '', back: '/' })).kind).toBe('accepted')
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from social_attempts`.execute(market.db)
    expect(rows[0]!.n).toBe(ATTEMPTS_MAX)
    expect(await finish(back)).toMatchObject({ data: { became: 'signedIn' } })
    await other.end()
    await sql`delete from social_attempts`.execute(market.db)
  })

  it('is refused with another state', async () => {
    provider.as(somebody())
    const { back } = await go()
    back.searchParams.set('state', 'another')
    expect(await finish(back)).toMatchObject(refusal('socialFailed'))
  })

  it('is refused with another nonce, or another code challenge', async () => {
    provider.as(somebody())
    const nonce = await go((url) => (url.searchParams.set('nonce', 'another'), url))
    expect(await nonce.finish()).toMatchObject(refusal('socialFailed'))
    const challenge = await go((url) => (url.searchParams.set('code_challenge', 'x'.repeat(43)), url))
    expect(await challenge.finish()).toMatchObject(refusal('socialFailed'))
    expect((await tab.ready()).uid).toBe(GUEST)
  })

  it('is finished once, and by the device that began it', async () => {
    provider.as(somebody())
    const { back, finish: end } = await go()
    const thief = newDevice(market)
    expect(await finish(back, thief.tab())).toMatchObject({ kind: 'refused', refusal: { reason: 'socialFailed' } })
    await thief.end()
    expect(await end()).toMatchObject({ data: { became: 'signedIn' } })
    expect(await finish(back)).toMatchObject({ kind: 'refused', refusal: { reason: 'socialFailed' } })
  })
})
