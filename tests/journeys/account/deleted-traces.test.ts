import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { pictureUrl } from '#contract/pictures/urls.ts'
import { startTimers } from '#server/jobs/timers.ts'
import { createMailer, type Mail } from '#server/mails/mail.ts'
import { addMember } from '#server/members/members.ts'
import { acting, type Acting } from '../../support/life/acting.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { createMarkers, findInDatabase, findInFolder, undeclared } from '../../support/life/markers.ts'
import { startProvider, type TestProvider } from '../../support/servers/oidc-provider.ts'
import { newOperator } from '../../support/market/operator.ts'
import { makeShop } from '../../support/market/orders.ts'
import { begin, fillAccount, PASSWORD, speak, type Stage } from '../../support/life/whole-life.ts'
import { apply, suspend } from '../../support/life/applications.ts'
import { buy, review } from '../../support/life/orders.ts'

// Somebody writes something unique into everything that a person can write; stores and the operator answer. Then the
// account is deleted, and every column of every table and every file of the data folder is searched for it: only what
// the declaration of the tables says stays, and why, may be found.

const DAY = 86_400_000
const BACK = 'http://localhost:4998/login'
const marks = createMarkers()
const mails: Mail[] = []
/** Failures of jobs. */
const failed: string[] = []
let dataDir: string
let provider: TestProvider
let market: TestMarket
let stage: Stage
let person: Acting & { email: string }
let heir: { uid: string }
let friend: { uid: string }

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => void failed.push(parts.join(' ')))
  dataDir = await mkdtemp(join(tmpdir(), 'caravan-traces-'))
  provider = await startProvider(BACK)
  const wide = { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 1000 }
  const files = createMailer(
    { smtpUrl: undefined, mailFrom: 'market@example.test', dataDir, demo: false, publicUrl: undefined },
    () => undefined,
  )
  market = await openTestMarket({
    ...{ dataDir, provider: provider.config, anonymous: wide, signedIn: { session: wide, person: wide } },
    mailer: {
      send: async (mail) => {
        mails.push(mail)
        await files.send(mail)
      },
    },
  })
  const { db } = market
  const shop = await makeShop(db, [{ stock: 500 }, { stock: 500 }])
  for (const id of shop.ids)
    await db
      .updateTable('products')
      .set({
        title: JSON.stringify({ en: marks.word('store', `title ${id}`) }),
        code: marks.word('store', `code of ${id}`),
      })
      .where('id', '=', id)
      .execute()
  const owner = await market.person()
  await db.transaction().execute((tx) => addMember(tx, shop.shopId, owner.uid, 'owner'))
  const seller = acting(market, { uid: owner.uid, token: await market.login(owner) })
  const operator = acting(market, { uid: '', token: await newOperator(market) })
  heir = await market.person()
  friend = await market.person()
  stage = { market, marks, mails, provider, seller, shop, operator }
  const { invitation } = await db
    .selectFrom('users')
    .select('invitation')
    .where('id', '=', friend.uid)
    .executeTakeFirstOrThrow()
  person = await begin(stage, invitation)
  await db.updateTable('users').set({ invited_by: person.uid }).where('id', '=', heir.uid).execute()
  const addressId = await fillAccount(stage, person)
  await speak(stage, person)
  await review(stage, person, await buy(stage, person, addressId))
  await apply(stage, person, heir.uid)
  await suspend(stage, person)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await market.close()
  await provider.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs everything that is done by the clock, as it is then. */
async function runJobs(at: number): Promise<void> {
  const stop = startTimers(market, () => at)
  await stop()
  await market.dropHidden()
}
const markersBy = (by: string) => marks.all.filter((marker) => marker.by === by)

it('before it is deleted, all of it is there once, secrets sealed, and copies nowhere that outlives it', async () => {
  const found = await findInDatabase(market.db, marks.all)
  const names = (some: readonly { marker: { name: string } }[]) => new Set(some.map(({ marker }) => marker.name))
  const written = marks.all.filter(
    ({ name, sealed }) => !sealed && !/deleted|taken back|first|^device|^file name/.test(name),
  )
  const there = names(found)
  expect(written.map(({ name }) => name).filter((name) => !there.has(name))).toEqual([])
  // Names, numbers and signatures of applications are sealed, and what was deleted by itself left no copy.
  expect(
    found.filter(({ marker }) => marker.sealed && !marker.name.startsWith('address of')).map(({ at }) => at),
  ).toEqual([])
  const gone = found.filter(({ marker }) => /deleted|taken back/.test(marker.name))
  expect(gone.map(({ at, marker }) => `${at}: ${marker.name}`).filter((one) => !/^files?[._]/.test(one))).toEqual([])
  // An outcome holds a decision, and the audit log what operators said; neither holds a person's words.
  const copies = found.filter(({ at, marker }) => /^(outcomes|audit_log)\./.test(at) && marker.by === 'person')
  expect(copies.map(({ at, marker }) => `${at}: ${marker.name}`)).toEqual([])
})

it('an export holds all that the person wrote, and names nobody else', async () => {
  const text = JSON.stringify(await person.call('/api/user/export', {})).toLowerCase()
  const secret = /deleted|taken back|first|^device|^file name|number of|^address of/
  const own = markersBy('person').filter(({ name }) => !secret.test(name))
  expect(own.filter(({ bytes }) => !text.includes(bytes.toString())).map(({ name }) => name)).toEqual([])
  for (const { uid } of [stage.seller, heir, friend]) expect(text).not.toContain(uid)
  const operators = await market.db.selectFrom('operators').select('user_id').execute()
  for (const { user_id: uid } of operators) expect(text).not.toContain(uid)
})

it('after the deletion, and after every job, only what is declared to stay is left', async () => {
  const { db } = market
  const addresses = await db.selectFrom('files').select(['name', 'id']).where('user_id', '=', person.uid).execute()
  for (const { name } of addresses)
    await market.fetch(new Request(`http://market${pictureUrl(`file/${name}`, 360, 'webp')}`))
  expect((await readdir(join(dataDir, 'pictures', 'v1', 'file'))).length).toBeGreaterThan(3)
  const ofStore = new Set(markersBy('store').map(({ bytes }) => bytes.toString()))
  const made = await db.selectFrom('file_contents').selectAll().where('user_id', '=', person.uid).execute()
  for (const { id, bytes, sealed } of made.filter((content) => !content.sealed))
    marks.note(ofStore.has(id) ? 'store' : 'person', `what was made of ${id}`, bytes.subarray(40, 104), sealed)
  expect((await market.call('/api/user/delete', { password: PASSWORD }, person.token)).code).toBe(1)
  await market.sendMails()
  const brought = db.selectFrom('users').select('invited_by').where('id', '=', heir.uid)
  expect(await brought.executeTakeFirst()).toEqual({ invited_by: null })
  expect(undeclared(await findInDatabase(db, marks.all))).toEqual([])
  for (const { name } of addresses) {
    const shown = await market.fetch(new Request(`http://market${pictureUrl(`file/${name}`, 360, 'webp')}`))
    expect(shown.status).toBe(404)
  }
  await runJobs(Date.now())
  const found = async () =>
    (await findInFolder(dataDir, markersBy('person'))).map(({ at, marker }) => `${at}: ${marker.name}`)
  expect(await found()).toEqual([])
  for (const days of [1, 40, 200, 400, 800]) {
    await runJobs(Date.now() + days * DAY)
    expect(undeclared(await findInDatabase(db, marks.all)), `after ${days} days`).toEqual([])
  }
  expect(await found()).toEqual([])
  expect(failed).toEqual([])
  // Others' books and words did not go with the account.
  const left = new Set((await findInDatabase(db, marks.all)).map(({ marker }) => marker.name))
  for (const name of ['a hidden review', 'picture of the answer']) expect(left).not.toContain(name)
  for (const name of ['a review', 'reply', 'tracking', 'refund', 'announcement', 'store name of an application'])
    expect(left).toContain(name)
})

it('would find a copy that nobody has declared', async () => {
  const { db } = market
  const at = { store_id: stage.shop.shopId, part: 'x', key: `x ${marks.word('person', 'a copy')}`, store_rev: 0 }
  await db
    .insertInto('store_gone' as never)
    .values(at as never)
    .execute()
  expect(undeclared(await findInDatabase(db, marks.all))).toEqual(['store_gone.key: a copy (person)'])
})
