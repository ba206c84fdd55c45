import { randomUUID } from 'node:crypto'
import type { LocaleCode } from '#contract/text/locales.ts'
import type { Payload } from '#contract/registry.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Db } from '../db/tables/tables.ts'
import { actAs } from './acts.ts'
import { demoLogins } from './buyers.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import type { Mutations } from '../sync/outcomes.ts'
import { addLine } from '../talks/lines.ts'

// The questions that wait for an answer before anybody looks at the demo. They go to the store that has an owner among
// the demo's people, and to the market. They have waited for so long that no demo seller answers them
// (talks/answers.ts).

const HOUR = 3_600_000

/**
 * The questions about the store's products. `about`: the product's place; `shows`: the place of the one whose picture
 * the buyer adds; `ago` in ms.
 */
const toStore: readonly { language: LocaleCode; about: number; shows?: number; text: string; ago: number }[] = [
  {
    language: 'en',
    about: 0,
    ago: 30 * HOUR,
    text: 'Hello! Can you print our logo on these? We would need about 500 pieces, and the date by which they could leave.',
  },
  {
    language: 'ar',
    about: 1,
    shows: 0,
    ago: 27 * HOUR,
    text: 'مرحبًا! هل يتوفر هذا المنتج بنفس لون القطعة التي في الصورة؟ نحتاج إلى كرتونين.',
  },
]
const toMarket: readonly { language: LocaleCode; text: string; ago: number }[] = [
  {
    language: 'ar',
    ago: 50 * HOUR,
    text: 'مرحبًا! هل يمكن أن تصدر الفواتير باسم شركتنا مع رقمها الضريبي؟',
  },
  {
    language: 'en',
    ago: 26 * HOUR,
    text: 'Hello! We would like to invite two more buyers of our company. Can we share one address book?',
  },
]

/** Lets the demo's buyers ask a store and the market. */
export async function askInDemo(db: Db, mutations: Mutations, storeId: number, now: number): Promise<void> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'language'])
    .where(
      'email',
      'in',
      demoLogins.map(({ email }) => email),
    )
    .execute()
  const personOf = (language: LocaleCode): string => people.find((p) => p.language === language)!.id
  const products = await db
    .selectFrom('products')
    .select(['id', 'pictures'])
    .where('store_id', '=', storeId)
    .where('active', '=', true)
    .orderBy('id')
    .limit(2)
    .execute()
  const say = async (userId: string, line: Omit<Payload<'talk.send'>, 'id' | 'talk'>, ago: number): Promise<string> => {
    const talk = randomUUID()
    await actAs(db, mutations, userId, now)('talk.send', { id: randomUUID(), talk, ...line }, ago)
    return talk
  }
  for (const { language, about, shows, text, ago } of toStore) {
    const userId = personOf(language)
    const subject = { kind: 'product' as const, id: String(products[about]!.id) }
    const talk = await say(userId, { to: storeId, subject, text }, ago)
    const [picture] = shows === undefined ? [] : (products[shows]!.pictures as Picture[])
    if (!picture) continue
    const shown = { files: [], pictures: [picture] }
    const line = { talk, id: randomUUID(), mine: true, text: '', shown, at: now - ago + 60_000 }
    await ownerTransaction(db, userId, (call) => addLine(call, userId, line))
  }
  for (const { language, text, ago } of toMarket) await say(personOf(language), { to: 0, subject: null, text }, ago)
}
