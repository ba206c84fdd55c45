import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MerchantReceipt } from '#contract/merchants/receipt.ts'
import { pictureUrl } from '#contract/pictures/urls.ts'
import type { Payload } from '#contract/registry.ts'
import { fileSrc } from '#server/files/claim-files.ts'
import { keysOf } from '#server/keys/keys-of.ts'
import { readApplication } from '#server/merchants/application.ts'
import { openDocument, openNumber } from '#server/merchants/documents.ts'
import { keepLooks } from '#server/stores/names/keep-looks.ts'
import { openParty } from '#server/merchants/party.ts'
import { memberOf } from '#server/members/members.ts'
import { newBuyer, online, settled } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { applying } from '../../support/market/applying.ts'
import { command, keepAll, keepOne, stateOn, untilState } from '../../support/people/merchants.ts'
import { act, until } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** Everything that the server's tables hold, as one text. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(market.db)
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(market.db)
    all.push(...rows.map(({ row }) => row))
  }
  return all.join('\n')
}

it('an application that is made in a tunnel arrives once, its documents sealed, and becomes a store', async () => {
  const b = await newBuyer(market)
  b.device.network.faults.offline = true
  const pictures = await keepAll(b, 101)
  const payload = applying(pictures)
  expect(await act(b.tab, 'merchant.apply', payload)).toEqual({ kind: 'saved' })
  expect(await stateOn(b)).toMatchObject({
    pending: true,
    application: { state: 'submitted', storeName: payload.storeName, files: pictures, receipt: '' },
    clear: { realName: payload.realName, documentNumber: payload.documentNumber },
  })
  const dump = async () => {
    const db = await b.device.userDb(b.person.uid)
    const rows = await Promise.all(db.tables.map((table) => table.toArray()))
    db.close()
    return JSON.stringify(rows)
  }
  for (const secret of [payload.realName, payload.documentNumber!, payload.strokes])
    expect(await dump()).not.toContain(secret)

  b.device.network.faults.loseAnswers = 6
  await online(b)
  await settled(b)
  const { application, pending, clear } = await stateOn(b)
  expect(pending).toBe(false)
  expect(application).toMatchObject({ state: 'submitted', logo: { src: expect.stringMatching(/^file\//) } })
  // The number stays at the market.
  expect(clear!.documentNumber).toBe('')
  const rows = await market.db
    .selectFrom('merchant_applications')
    .selectAll()
    .where('user_id', '=', b.person.uid)
    .execute()
  expect(rows).toMatchObject([{ id: payload.id, sent: 1 }])

  // Neither name, number, signature nor a document is in clear in any table; they open with the key, and only the logo
  // is shown.
  const stored = await everything()
  for (const secret of [payload.realName, payload.documentNumber!, payload.strokes])
    expect([secret, stored.includes(secret)]).toEqual([secret, false])
  const there = (await readApplication(market.db, payload.id))!
  expect(openNumber(keysOf(market.db), there)).toBe(payload.documentNumber)
  expect(openParty(keysOf(market.db), there)).toMatchObject({ realName: payload.realName })
  for (const which of ['front', 'back', 'holding'] as const) {
    const clearBytes = Buffer.from((await openDocument(market.db, there, which))!)
    expect(clearBytes.toString('latin1', 8, 12)).toBe('WEBP')
    expect(stored).not.toContain(clearBytes.subarray(40, 72).toString('hex'))
    const { name } = await market.db
      .selectFrom('files')
      .select('name')
      .where('id', '=', pictures[which]!)
      .executeTakeFirstOrThrow()
    const shown = await market.fetch(new Request(`http://market${pictureUrl(fileSrc(name), 720, 'webp')}`))
    expect(shown.status).toBe(404)
  }

  expect(await command(market, 'show', payload.id)).toContain(payload.documentNumber!)
  expect(await command(market, 'list')).toContain(payload.storeName)
  expect(await command(market, 'approve', payload.id)).toContain('is approved')
  await untilState(b, 'approved')
  const after = (await stateOn(b)).application!
  expect(after).toMatchObject({
    state: 'approved',
    store: { code: expect.stringMatching(/^[0-9A-Z]{8}$/), invited: [] },
  })
  const store = await market.db.selectFrom('stores').selectAll().where('id', '=', after.store!.id).executeTakeFirst()
  expect(store).toMatchObject({ name: payload.storeName, logo: { tint: after.logo!.tint } })
  // The logo is the store's own, and stays with it.
  expect(store!.logo!.src).not.toBe(after.logo!.src)
  const logo = await market.fetch(new Request(`http://market${pictureUrl(store!.logo!.src, 160, 'webp')}`))
  expect(logo.status).toBe(200)
  expect(await memberOf(market.db, b.person.uid, after.store!.uid)).toEqual({ storeId: store!.id, role: 'owner' })
  expect(await command(market, 'approve', payload.id)).toContain('approved: that cannot happen')
  await b.device.end()
})

it('the market signs exactly what was agreed', async () => {
  const b = await newBuyer(market)
  const payload = applying(await keepAll(b, 111))
  await act(b.tab, 'merchant.apply', payload)
  await settled(b)
  const receipt = JSON.parse((await stateOn(b)).clear!.receipt) as MerchantReceipt
  expect(receipt).toMatchObject({
    application: payload.id,
    partyA: 'Caravan',
    partyB: payload.realName,
    store: payload.storeName,
    strokes: payload.strokes,
    text: payload.contract!.text,
    signedAt: new Date(payload.contract!.signedAt).toISOString(),
  })
  const site = (await market.call('/api/index/settings', {})).data as { signing_key: string }
  expect(receipt.key).toBe(site.signing_key)
  const kept = openParty(keysOf(market.db), (await readApplication(market.db, payload.id))!)
  expect(JSON.parse(kept.receipt!)).toEqual(receipt)
  await b.device.end()
})

it('changes that are asked for are sent alone; the old picture is deleted, and nothing is signed again', async () => {
  const b = await newBuyer(market)
  const pictures = await keepAll(b, 121)
  const payload = applying(pictures)
  await act(b.tab, 'merchant.apply', payload)
  await settled(b)
  const { receipt } = (await stateOn(b)).clear!
  expect(await command(market, 'ask', payload.id, 'front', 'The number cannot be read.')).toContain(
    'waits for its changes',
  )
  await untilState(b, 'changes')
  expect((await stateOn(b)).application).toMatchObject({
    state: 'changes',
    asked: [{ what: 'front', note: 'The number cannot be read.' }],
  })
  b.device.network.faults.offline = true
  const front = await keepOne(b, 125)
  const again = { ...payload, documentNumber: null, pictures: { logo: null, front, back: null, holding: null } }
  expect(await act(b.tab, 'merchant.apply', { ...again, contract: null, strokes: '' })).toEqual({ kind: 'saved' })
  expect((await stateOn(b)).application).toMatchObject({ state: 'submitted', files: { ...pictures, front } })
  await online(b)
  await settled(b)
  const now = await stateOn(b)
  expect(now).toMatchObject({ application: { state: 'submitted', asked: [] }, clear: { receipt } })
  const files = await market.db.selectFrom('files').select('id').where('user_id', '=', b.person.uid).execute()
  expect(files.map(({ id }) => id).sort()).toEqual([pictures.logo!, front, pictures.back!, pictures.holding!].sort())
  // Another name is another party: that is signed anew.
  await command(market, 'ask', payload.id, 'realName', 'As on the document, please.')
  await act(b.tab, 'merchant.apply', {
    ...again,
    pictures: { logo: null, front: null, back: null, holding: null },
    realName: 'Ottilie M. Quastenberg',
    contract: null,
    strokes: '',
  })
  await until('it is refused', async () => (await stateOn(b)).refused !== undefined)
  expect((await stateOn(b)).refused).toMatchObject({ refusal: { reason: 'notSigned' } })
  await b.device.end()
})

it('a wrong code, a taken name and a second application are refused, and nothing of it is kept', async () => {
  const b = await newBuyer(market)
  const pictures = await keepAll(b, 131)
  const payload = applying(pictures, { code: 'ZZZZ-ZZZZ' })
  await act(b.tab, 'merchant.apply', payload)
  await until('it is refused', async () => (await stateOn(b)).refused !== undefined)
  expect(await stateOn(b)).toMatchObject({ application: null, refused: { refusal: { reason: 'invitationUnknown' } } })
  const uses = () => market.db.selectFrom('file_uses').selectAll().where('user_id', '=', b.person.uid).execute()
  expect(await uses()).toEqual([])
  const [other] = await market.db.selectFrom('stores').select('name').limit(1).execute()
  const token = await market.login(b.person)
  const reg = async (more: Partial<Payload<'merchant.apply'>>) =>
    (await market.call('/api/merchant/reg', { ...payload, code: '', ...more }, token)).data
  expect(await reg({ storeName: ` ${other!.name.toUpperCase()} ` })).toMatchObject({ reason: 'storeNameTaken' })
  // With a Cyrillic е, and before the looks of new stores have been kept, too.
  const spoofed = other!.name.replace('e', 'е')
  expect(spoofed).not.toBe(other!.name)
  expect(await reg({ storeName: spoofed })).toMatchObject({ reason: 'storeNameTaken' })
  await keepLooks(market.db)
  expect(await reg({ storeName: spoofed })).toMatchObject({ reason: 'storeNameTaken' })
  expect(await reg({ documentNumber: '!!' })).toMatchObject({ reason: 'invalid', params: { path: 'documentNumber' } })
  expect(await reg({ strokes: '1,1 2,2' })).toMatchObject({ reason: 'notSigned' })
  expect(await reg({ contract: { ...payload.contract!, text: 'a'.repeat(64) } })).toMatchObject({
    reason: 'contractMoved',
  })
  expect(await uses()).toEqual([])
  expect(await reg({})).toMatchObject({ rows: [{ table: 'merchantApplications' }] })
  expect(await reg({ id: applying(pictures).id, storeName: 'Quite Another' })).toMatchObject({
    reason: 'applicationOpen',
  })
  // Somebody else's application in Greek and Cyrillic letters; one from before looks were kept counts from the start.
  const rival = await newBuyer(market)
  const theirs = applying(await keepAll(rival, 132), {
    storeName: payload.storeName.replaceAll('o', 'ο').replaceAll('a', 'а'),
  })
  expect(theirs.storeName).not.toBe(payload.storeName)
  const rivalToken = await market.login(rival.person)
  await market.db.updateTable('merchant_applications').set({ look_key: null }).where('id', '=', payload.id).execute()
  await keepLooks(market.db)
  expect((await market.call('/api/merchant/reg', theirs, rivalToken)).data).toMatchObject({ reason: 'storeNameTaken' })
  await rival.device.end()
  await b.device.end()
})

it('without a store the call of a merchant has code 0 and its data; with one, code 1', async () => {
  const b = await newBuyer(market)
  const token = await market.login(b.person)
  const none = await market.call('/api/merchant/index', undefined, token, { method: 'GET' })
  expect([none.status, none.code, none.data]).toEqual([200, 0, { application: null, ahead: 0 }])
  expect(await b.tab.call('merchant.index', {}, b.person.uid)).toEqual({
    kind: 'accepted',
    data: { application: null, ahead: 0 },
  })
  const payload = applying(await keepAll(b, 141))
  await act(b.tab, 'merchant.apply', payload)
  await settled(b)
  expect(await b.tab.call('merchant.index', {}, b.person.uid)).toMatchObject({
    kind: 'accepted',
    data: { application: { id: payload.id, state: 'submitted' } },
  })
  await command(market, 'approve', payload.id)
  expect(await market.call('/api/merchant/index', {}, token)).toMatchObject({
    code: 1,
    data: { application: { state: 'approved' }, ahead: 0 },
  })
  await b.device.end()
})

it('whoever invited somebody sees that they came', async () => {
  const [inviter, guest] = [await newBuyer(market), await newBuyer(market)]
  const first = applying(await keepAll(inviter, 151))
  await act(inviter.tab, 'merchant.apply', first)
  await settled(inviter)
  await command(market, 'approve', first.id)
  await untilState(inviter, 'approved')
  const { code } = (await stateOn(inviter)).application!.store!
  const second = applying(await keepAll(guest, 155), { code: `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}` })
  await act(guest.tab, 'merchant.apply', second)
  await settled(guest)
  await command(market, 'approve', second.id)
  await inviter.tab.call('shop.reach', {}, inviter.person.uid)
  await until('they are shown', async () => (await stateOn(inviter)).application!.store!.invited.length > 0)
  expect((await stateOn(inviter)).application!.store!.invited).toMatchObject([{ name: second.storeName }])
  await Promise.all([inviter.device.end(), guest.device.end()])
})
