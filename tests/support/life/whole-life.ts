import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Author } from '#server/db/personal/declaration.ts'
import type { Mail } from '#server/mails/mail.ts'
import { codeIn } from '../market/accounts.ts'
import { acting, type Acting } from './acting.ts'
import type { TestMarket } from '../market/market.ts'
import type { Markers } from './markers.ts'
import type { TestProvider } from '../servers/oidc-provider.ts'
import { giveFundPassword } from '../market/fund-password.ts'
import { giveMoney, type TestShop } from '../market/orders.ts'
import { testPicture } from '../market/pictures.ts'

// A person who writes a marker into everything that a person can write, and what stores and the operator answer.

export const PASSWORD = 'a long enough one'

/** The people and things that a whole life needs. */
export interface Stage {
  market: TestMarket
  marks: Markers
  mails: Mail[]
  provider: TestProvider
  /** A store's owner, the store, and the token of an operator with all rights. */
  seller: Acting
  shop: TestShop
  operator: Acting
}

let pictures = 5000
/** A picture of which nobody has another: its id and its address are markers, too. */
export async function picture(
  { market, marks }: Stage,
  who: Acting,
  name: string,
  { sealed = false, of = 'person' }: { sealed?: boolean; of?: Author } = {},
): Promise<string> {
  const id = await who.send(await testPicture(++pictures), `${marks.word('person', `file name of ${name}`)}.webp`)
  // A store's logo is the store's own.
  marks.note(of, `file of ${name}`, id)
  const kept = market.db.selectFrom('files').select('name').where('user_id', '=', who.uid).where('id', '=', id)
  marks.note('person', `address of ${name}`, (await kept.executeTakeFirstOrThrow()).name, sealed)
  return id
}

/** Registers, brings a friend, and signs in on another device, with an account of elsewhere and by a new name. */
export async function begin(
  { market, marks, mails, provider }: Stage,
  friend: string,
): Promise<Acting & { email: string }> {
  const email = `${marks.word('person', 'email')}@example.test`
  const register = async (address: string, invitation: string): Promise<{ id: string; token: string }> => {
    const asked = `/api/ems/send?email=${address}&event=register`
    expect((await market.call(asked, undefined, undefined, { method: 'GET' })).code).toBe(1)
    const code = codeIn(mails.at(-1))
    const form = { username: marks.word('person', 'first name'), email: address, code, password: PASSWORD, invitation }
    const answer = await market.call('/api/user/register', form, undefined, {
      headers: { 'User-Agent': marks.word('person', 'device') },
    })
    expect(answer.code, answer.msg).toBe(1)
    return (answer.data as { userinfo: { id: string; token: string } }).userinfo
  }
  const { id: uid, token } = await register(email, friend)
  const me = acting(market, { uid, token })
  await giveFundPassword(market.db, uid)
  const { invitation } = await market.db
    .selectFrom('users')
    .select('invitation')
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  marks.note('person', 'invitation code', invitation.toLowerCase())
  await me.call('/api/user/change', { username: marks.word('person', 'name'), language: 'zh' })
  provider.as({ sub: marks.word('person', 'subject elsewhere'), email, email_verified: true, name: 'Ada' })
  const begun = await me.call<{ url: string; ticket: string }>('/api/user/socialBegin', {})
  const back = (await provider.visit(begun.url)).searchParams
  const came = { state: back.get('state'), code: back.get('code'), iss: back.get('iss') ?? undefined }
  await me.call('/api/user/loginsocial', { ticket: begun.ticket, ...came })
  await me.call('/api/user/socialJoin', { ticket: begun.ticket, password: PASSWORD })
  await giveMoney(market.db, uid, 10_000_000)
  return { ...me, email }
}

/** Addresses, lists, watches, avatars; of each one that is taken away again. */
export async function fillAccount(stage: Stage, me: Acting): Promise<string> {
  const { marks, shop } = stage
  const address = async (name: string): Promise<string> => {
    const id = randomUUID()
    const patch = {
      ...{ country: 'DE', province: 'DE-BE', city: marks.word('person', `${name} city`) },
      ...{ detail: marks.word('person', `${name} street`), zip: marks.word('person', `${name} zip`, 12) },
      ...{ recipient: marks.word('person', `${name} recipient`), mobile: marks.phone(`${name} phone`) },
    }
    await me.push('address.put', { id, patch, baseRev: 0 })
    return id
  }
  const kept = await address('address')
  await me.push('address.default', { id: kept })
  await me.push('address.del', { id: await address('deleted address') })
  const [list, gone] = [randomUUID(), randomUUID()]
  await me.push('list.put', { id: list, name: marks.word('person', 'list') })
  await me.push('list.set', { listId: list, id: shop.ids[0]!, shopId: shop.shopId, variantId: 0, from: 0, to: 3 })
  await me.push('list.put', { id: gone, name: marks.word('person', 'deleted list') })
  await me.push('list.del', { id: gone })
  await me.push('favourite.set', { id: shop.ids[0]!, on: true })
  await me.push('follow.set', { id: shop.shopId, on: true })
  const price = { variantId: 0, price: 1, currency: 'USD' }
  await me.push('watch.set', { what: 'price', id: shop.ids[1]!, ...price, area: '', on: true })
  await me.push('avatar.set', { file: await picture(stage, me, 'the first avatar') })
  await me.push('avatar.set', { file: await picture(stage, me, 'the avatar') })
  const billed = { company: marks.word('person', 'company'), taxNumber: marks.word('person', 'tax number') }
  await me.push('billing.set', { ...billed, address: marks.word('person', 'billing address') })
  return kept
}

/** Conversations with the store and the operator, and a request for a price. */
export async function speak(stage: Stage, me: Acting): Promise<void> {
  const { market, marks, shop, seller, operator } = stage
  const [withStore, withMarket] = [randomUUID(), randomUUID()]
  const about = { kind: 'product' as const, id: String(shop.ids[0]) }
  const asked = { talk: withStore, to: shop.shopId, subject: about }
  await me.push('talk.send', { id: randomUUID(), ...asked, text: marks.word('person', 'line to the store') })
  const shown = [await picture(stage, me, 'the conversation')]
  const text = marks.word('person', 'line with a picture')
  await me.push('talk.show', { id: randomUUID(), ...asked, text, pictures: shown })
  const [desk] = await market.db.selectFrom('talks').select('desk_id').where('user_id', '=', me.uid).execute()
  const answered = await seller.sendFor(shop.uid, await testPicture(++pictures))
  marks.note('store', 'picture of the answer', answered)
  const line = { id: randomUUID(), talk: desk!.desk_id, text: marks.word('store', 'answer'), pictures: [answered] }
  await seller.push('talk.answer', line, shop.uid)
  const question = { talk: withMarket, to: 0, subject: null, text: marks.word('person', 'line to the operator') }
  await me.push('talk.send', { id: randomUUID(), ...question })
  const { talks } = await operator.call<{ talks: { id: string }[] }>('/api/operator/talks', {})
  const answer = { id: talks[0]!.id, line: randomUUID(), text: marks.word('operator', 'answer') }
  await operator.call('/api/operator/answer_talk', answer)
  const texts = [{ language: 'en', title: marks.word('operator', 'title'), text: marks.word('operator', 'message') }]
  const { email } = await market.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', me.uid)
    .executeTakeFirstOrThrow()
  await operator.call('/api/operator/tell', { to: email, texts })
  const id = randomUUID()
  const lines = [{ variantId: 0, num: 12 }]
  const asking = { shopId: shop.shopId, productId: shop.ids[1]!, currency: 'USD', lines, target: null, country: 'DE' }
  await me.push('quote.ask', { id, ...asking, note: marks.word('person', 'note of the quote') })
  const [quote] = await market.db.selectFrom('quotes').select('uid').where('user_id', '=', me.uid).execute()
  const until = Date.now() + 86_400_000
  const offered = { lines: [{ variantId: 0, num: 12, price: 400 }], until, note: marks.word('store', 'offer') }
  await seller.push('quote.offer', { id: quote!.uid, round: 1, ...offered }, shop.uid)
  await me.push('quote.decline', { quotes: [{ id, round: 2 }], note: marks.word('person', 'refusal of the quote') })
}
