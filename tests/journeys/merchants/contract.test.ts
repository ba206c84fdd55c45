import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocaleCode } from '#contract/text/locales.ts'
import type { Stated } from '#contract/registry.ts'
import { contractText, SHIPPED_VERSION } from '#contract/market/merchant-contract.ts'
import type { MerchantReceipt } from '#contract/merchants/receipt.ts'
import { tellOfContract } from '#server/merchants/sign.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { writeSetting } from '#server/market/settings.ts'
import { verifyReceipt } from '../../../src/parts/merchants/verify-receipt.ts'
import { applying, CONTRACT_TEXT, signing } from '../../support/market/applying.ts'
import { newBuyer, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { command, keepAll, stateOn, untilState } from '../../support/people/merchants.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { act, endDevices, until } from '../../support/device/world.ts'

// The sellers' contract is the operators': sellers sign it as it is, a new version asks for another signature, and what
// was signed before stays as it was.

let market: TestMarket
let operator: Operator
let seller: Buyer
let token: string
beforeAll(async () => {
  market = await openTestMarket()
  operator = await operatorWith(market, ['site', 'applications'])
  seller = await newBuyer(market)
  token = await market.login(seller.person)
})
afterAll(async () => {
  await endDevices()
  await market.close()
})

const read = async (language: LocaleCode): Promise<Stated<'merchant.contract'>> =>
  (await market.call(`/api/merchant/contract?language=${language}`, undefined, token, { method: 'GET' }))
    .data as Stated<'merchant.contract'>
const desk = async (language: LocaleCode) =>
  (await operator.ask('contract', { language })).data as Stated<'operator.contract'>
const publish = async (version: number, draftedAt?: number) =>
  operator.ask('contractPublish', { version, draftedAt: draftedAt ?? (await desk('en')).draftedAt ?? 0 })
const set = async (name: string, value: string) => {
  const { exit, text } = await operate(market.db, ['setting', name, value], Date.now())
  expect(exit, text).toBe(0)
}
const receiptOf = async (b: Buyer): Promise<MerchantReceipt> =>
  JSON.parse((await stateOn(b)).clear!.receipt) as MerchantReceipt
const marketKey = async (of = market): Promise<string> =>
  ((await of.call('/api/index/settings', {})).data as { signing_key: string }).signing_key

/** Applies with the contract that was read, and is approved by a market. */
async function sells(b: Buyer, from: number, more: Parameters<typeof applying>[1] = {}, by = market): Promise<string> {
  const sent = applying(await keepAll(b, from), more)
  await act(b.tab, 'merchant.apply', sent)
  await settled(b)
  await command(by, 'approve', sent.id)
  await untilState(b, 'approved')
  return sent.id
}

const OWN =
  '## Terms of {{market}}\n\n- Party A is {{operator}}.\n- Orders leave within {{ship}}. The fee is {{fee}}.\n'
const ZH = '## 条款\n\n{{ship}}内发货。'
let application: string

describe('a market whose operators have written none', () => {
  it('has the text that comes with it, with the values of its settings', async () => {
    expect(await read('en')).toEqual({ version: 1, language: 'en', text: CONTRACT_TEXT, publishedAt: null })
    expect(CONTRACT_TEXT).toMatch(/within 24 hours of being paid/)
    expect(CONTRACT_TEXT).toMatch(/answers the application within 2 to 48 hours/)
    expect(CONTRACT_TEXT).toMatch(/The fee on a sale is 0%/)
    // A value that the market has not stated is left out, with its line.
    expect(CONTRACT_TEXT).not.toMatch(/\{\{|Party A is|address of Party A/)
    await set('legal_name', 'Nile Ltd')
    await set('ship_days', '3')
    const zh = await read('zh')
    expect(zh.text).toContain('甲方：Nile Ltd。')
    expect(zh.text).toMatch(/付款后 3\s?天内发出/)
    // A contract that was read before the settings changed is not signed.
    const sent = applying(await keepAll(seller, 331))
    expect((await market.call('/api/merchant/reg', sent, token)).data).toMatchObject({ reason: 'contractMoved' })
    await set('legal_name', '')
    await set('ship_days', '1')
    expect((await read('en')).text).toBe(CONTRACT_TEXT)
  })

  it('is signed: the receipt holds the words, and is read and checked without a network', async () => {
    application = await sells(seller, 301)
    const receipt = await receiptOf(seller)
    expect(receipt).toMatchObject({ version: 1, language: 'en', words: CONTRACT_TEXT })
    expect(receipt.earlier).toBeUndefined()
    const key = await marketKey()
    seller.device.network.faults.offline = true
    expect(await verifyReceipt(await receiptOf(seller), key)).toBe('whole')
    seller.device.network.faults.offline = false
  })

  it('takes the text that an app of before brought with it where such apps were open, and nowhere else', async () => {
    const text = (await contractText(SHIPPED_VERSION, 'ar'))!
    const brought = signing({ version: SHIPPED_VERSION, language: 'ar', text })
    const other = await market.login(await market.person())
    expect((await market.call('/api/merchant/reg', applying(await keepAll(seller, 341), brought), other)).data).toEqual(
      expect.objectContaining({ reason: 'contractMoved' }),
    )
    const older = await openTestMarket()
    await writeSetting(older.db, 'contractFirst', SHIPPED_VERSION + 1)
    const old = await newBuyer(older)
    await sells(old, 311, brought, older)
    const receipt = await receiptOf(old)
    expect(receipt).toMatchObject({ version: SHIPPED_VERSION, language: 'ar' })
    // Its words are in every app.
    expect(receipt.words).toBeUndefined()
    expect(await verifyReceipt(receipt, await marketKey(older))).toBe('whole')
    await old.device.end()
    await older.close()
  })
})

describe('a version', () => {
  it('is drawn up in each language, and nobody sees a draft', async () => {
    const write = (input: object) => operator.ask('contractSet', input)
    expect((await publish(2)).msg).toContain('no draft')
    expect((await write({ language: 'en', body: 'A\n\n<b>B</b>' })).msg).toContain('Line 3')
    expect((await write({ language: 'en', body: 'It costs {{price}}.' })).msg).toContain('{{price}}')
    expect((await write({ language: 'en', body: '- {{operator}}' })).msg).toContain('no text')
    expect((await write({ language: 'en', body: OWN })).code).toBe(1)
    expect((await write({ language: 'zh', body: ZH })).code).toBe(1)
    expect((await write({ language: 'ar', body: 'مسودة' })).code).toBe(1)
    expect((await write({ language: 'ar', body: '' })).code).toBe(1)
    expect(await desk('en')).toMatchObject({
      draft: { body: OWN },
      drafts: ['en', 'zh'],
      current: { version: 1, publishedAt: null },
      values: { ship: '24 hours', operator: '' },
      template: expect.stringContaining('{{review}}'),
      versions: [],
      ...{ next: 2, merchants: 1, signed: 1 },
    })
    expect((await read('en')).version).toBe(1)
    const other = await operatorWith(market, ['orders'])
    for (const name of ['contract', 'contractSet', 'contractPublish'])
      expect((await other.ask(name, { language: 'en', body: 'x', version: 2, draftedAt: 0 })).data).toMatchObject({
        reason: 'noRight',
      })
  })

  it('is published with the values of the day, and never changes', async () => {
    expect((await publish(3)).msg).toContain('Version 1 has been published')
    const { draftedAt } = await desk('en')
    expect((await publish(2, draftedAt! - 1)).msg).toContain('saved in the meantime')
    expect((await desk('en')).drafts).toEqual(['en', 'zh'])
    expect((await publish(2)).data).toEqual({ version: 2 })
    const text = '## Terms of Caravan\n\n- Orders leave within 24 hours. The fee is 0%.\n'
    expect(await read('en')).toMatchObject({ version: 2, language: 'en', text })
    expect(await read('zh')).toMatchObject({ language: 'zh', text: expect.stringMatching(/24\s?小时内发货/) })
    expect(await read('ar')).toMatchObject({ version: 2, language: 'en', text })
    await set('ship_days', '9')
    expect((await read('en')).text).toBe(text)
    await set('ship_days', '1')
    await expect(
      market.db.updateTable('contract_versions').set({ body: 'x' }).where('version', '=', 2).execute(),
    ).rejects.toThrow(/never changes/)
    expect(await desk('en')).toMatchObject({
      draft: null,
      drafts: [],
      // The next draft begins with the names of the values, not with those of the day.
      template: OWN,
      versions: [{ version: 2, languages: ['en', 'zh'] }],
    })
    const { data } = await market.call('/api/index/settings', {})
    expect(data).toMatchObject({ contract: { version: 2, at: expect.any(Number) } })
  })

  it('is announced once to those who have signed another, and takes nothing from them', async () => {
    const before = await receiptOf(seller)
    expect(await tellOfContract(market.db, Date.now())).toBe(1)
    expect(await tellOfContract(market.db, Date.now())).toBe(0)
    const message = await market.db
      .selectFrom('messages')
      .select(['kind', 'subject_id', 'words'])
      .where('user_id', '=', seller.person.uid)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(message).toMatchObject({ kind: 'merchantContract', subject_id: application })
    expect(message.words).toContain('Version 2')
    expect((await stateOn(seller)).application!.state).toBe('approved')
    expect(await receiptOf(seller)).toEqual(before)
  })

  it('is signed by them; what they had signed stays with it, and both are genuine', async () => {
    const sign = (input: object, by = token) => market.call('/api/merchant/sign', { id: application, ...input }, by)
    const now = await read('zh')
    const stranger = await market.login(await market.person())
    expect((await sign(signing(now), stranger)).data).toMatchObject({ reason: 'notFound' })
    expect((await sign(signing({ ...now, text: OWN }))).data).toMatchObject({ reason: 'contractMoved' })
    expect((await sign(signing({ ...now, language: 'xx' }))).data).toMatchObject({ reason: 'contractMoved' })
    expect((await sign({ ...signing(now), strokes: '1,1 2,2' })).data).toMatchObject({ reason: 'notSigned' })
    const input = { id: application, ...signing(now) }
    expect(await seller.tab.call('merchant.sign', input, seller.person.uid)).toMatchObject({ kind: 'accepted' })
    await seller.tab.call('shop.reach', {}, seller.person.uid)
    await until('the receipt has come', async () => (await receiptOf(seller)).version === 2)
    const receipt = await receiptOf(seller)
    expect(receipt).toMatchObject({ version: 2, language: 'zh', words: now.text, application })
    expect(receipt.earlier).toMatchObject([{ version: 1, language: 'en', words: CONTRACT_TEXT }])
    const key = await marketKey()
    expect(await verifyReceipt(receipt, key)).toBe('whole')
    expect(await verifyReceipt(receipt.earlier![0]!, key)).toBe('whole')
    expect(await verifyReceipt({ ...receipt.earlier![0]!, words: receipt.words! }, key)).toBe('changed')
    // Once more changes nothing, in another language neither.
    await sign(signing(now))
    await sign(signing(await read('en')))
    expect(await desk('zh')).toMatchObject({ merchants: 1, signed: 1 })
    await seller.tab.call('shop.reach', {}, seller.person.uid)
    expect(await receiptOf(seller)).toEqual(receipt)
  })

  it('is what new sellers sign', async () => {
    const late = await newBuyer(market)
    const lateToken = await market.login(late.person)
    const pictures = await keepAll(late, 321)
    await act(late.tab, 'merchant.apply', applying(pictures))
    await until('it is refused', async () => (await stateOn(late)).refused !== undefined)
    expect((await stateOn(late)).refused).toMatchObject({ refusal: { reason: 'contractMoved' } })
    const text = (await contractText(SHIPPED_VERSION, 'en'))!
    const old = applying(pictures, signing({ version: SHIPPED_VERSION, language: 'en', text }))
    expect((await market.call('/api/merchant/reg', old, lateToken)).data).toMatchObject({ reason: 'contractMoved' })
    const right = applying(pictures, signing(await read('en')))
    expect((await market.call('/api/merchant/reg', right, lateToken)).code).toBe(1)
    expect(await tellOfContract(market.db, Date.now())).toBe(0)
  })

  it('is signed under its number, also where the words have stayed the same', async () => {
    const before = await receiptOf(seller)
    expect((await operator.ask('contractSet', { language: 'zh', body: ZH })).code).toBe(1)
    expect((await publish(3)).data).toEqual({ version: 3 })
    const now = await read('zh')
    expect(now).toMatchObject({ version: 3, text: before.words })
    expect((await market.call('/api/merchant/sign', { id: application, ...signing(now) }, token)).code).toBe(1)
    await seller.tab.call('shop.reach', {}, seller.person.uid)
    await until('the receipt has come', async () => (await receiptOf(seller)).version === 3)
    expect((await receiptOf(seller)).earlier!.map(({ version }) => version)).toEqual([2, 1])
  })
})
