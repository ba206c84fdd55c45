import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { startSession } from '#server/http/session.ts'
import { PushIntent } from '#contract/schema/sync.ts'
import type { Random } from '#server/db/seed/random.ts'
import { operate } from '#server/operator/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../market.ts'
import { giveMoney, makeAddress, makeShop, unsound, type TestShop } from '../orders.ts'
import { makeOtherPerson, type OtherPerson } from '../other-person.ts'
import { ownedRows } from '../owned-rows.ts'
import { hostileTexts } from './hostile-texts.ts'
import type { Pool } from './from-schema.ts'
import type { Templates } from './requests.ts'

const STOCK = 1_000_000
/** Stands in the actor's private things: it may be answered to them, and never logged. */
export const CANARY = 'canary-4b1d-of-the-actor'
const PASSWORD = 'a long enough one'
const HOME = {
  country: 'DE',
  province: 'DE-BE',
  city: 'Berlin',
  detail: CANARY,
  zip: '10119',
  recipient: 'Robin',
  mobile: '+4930123456',
}

/** A market to be shot at, somebody who does it, and somebody who only lives there. */
export interface FuzzWorld {
  market: TestMarket
  pool: Pool
  templates: Templates
  tokens(): { actor: string; expendable: string }
  /** A new session in place of one that a request may have ended. */
  renew(): Promise<void>
  /** Puts back what the actor must have for orders to succeed. */
  restock(): Promise<void>
  /** Some of the actor's paid orders go on their way. */
  ship(): Promise<void>
  /** What no answer and no log line may hold. */
  secrets: string[]
  /** What is wrong with the market now, in words. */
  faults(): Promise<string[]>
  close(): Promise<void>
}

interface Stage {
  market: TestMarket
  shop: TestShop
  bystander: OtherPerson
  actor: TestPerson
  expendable: TestPerson
  addressId: string
}

/** Real texts and numbers of the market. */
const poolOf = ({ shop, bystander, actor, expendable, addressId }: Stage): Pool => ({
  texts: [
    actor.uid,
    actor.uid,
    actor.uid,
    actor.email,
    expendable.email,
    PASSWORD,
    addressId,
    addressId,
    'inc12345',
    bystander.uid,
    bystander.incarnation,
    bystander.addressId,
    bystander.unpaid,
    bystander.paid,
    'somebody@example.test',
    '0',
    '17',
    CANARY,
    'DE',
    'DE-BE',
    'USD',
  ],
  numbers: [...shop.ids, ...bystander.shop.ids, shop.shopId, bystander.shop.shopId, ...shop.variants.flat(), 0, 1, 500],
})

/** Requests of the actor that mean something in the market. */
function templatesOf({ market, shop, bystander, actor, addressId }: Stage): Templates {
  const orderIds: string[] = []

  const randomFrom = (random: Random): string =>
    `${createHash('sha256')
      .update(String(random.whole(0, 60)))
      .digest('hex')
      .slice(0, 8)}-0000-4000-8000-00000000adde`
  const place = (random: Random) => {
    const num = random.whole(1, 9)
    const clientOrderId = `${random
      .whole(0, 2 ** 31)
      .toString(16)
      .padStart(8, '0')}-0000-4000-8000-00000000c0de`
    orderIds.push(`${clientOrderId}:${shop.shopId}`)
    const sum = num * 500
    return {
      clientOrderId,
      shopId: shop.shopId,
      addressId,
      currency: 'USD',
      lines: [{ id: shop.ids[0]!, variantId: 0, num, price: 500 }],
      goods: sum,
      shipping: 0,
      tax: 0,
      total: sum,
      remark: CANARY,
    }
  }
  const recent = (random: Random): string => orderIds.at(-random.whole(1, 20)) ?? bystander.unpaid
  return {
    'order.cancel': (random) => ({ id: recent(random) }),
    'order.receive': (random) => ({ id: recent(random) }),
    'order.pay': (random) => ({ ids: [recent(random)], password: PASSWORD }),
    'user.login': () => ({ email: actor.email, password: PASSWORD }),
    'order.place': place,
    'order.submit': (random) => {
      const p = place(random)
      return { ...p, rate: null, due: p.total, notes: JSON.stringify({ [`${p.lines[0]!.id}:0`]: CANARY }) }
    },
    'cart.add': (random) => ({
      id: shop.ids[random.whole(0, 1)]!,
      shopId: shop.shopId,
      variantId: 0,
      num: random.whole(1, 9),
      price: 500,
      currency: 'USD',
    }),
    'address.put': (random) => ({
      id: random.chance(0.5) ? addressId : randomFrom(random),
      patch: { ...HOME, recipient: random.pick(hostileTexts) },
      baseRev: 2 ** 40,
    }),
    // Registers are what a code is mailed for: the last one that was.
    'user.register': (random) => ({
      username: random.pick(['A trader', ...hostileTexts]),
      email: market.mails.at(-1)?.to ?? 'x@example.test',
      code: /^\d{6}$/m.exec(market.mails.at(-1)?.text ?? '')?.[0] ?? '123456',
      password: PASSWORD,
    }),
    'user.emailCode': (random) => ({ email: `trader${random.whole(1, 10_000)}@example.test`, event: 'register' }),
    'sync.push': (random, maker) => ({
      v: 1,
      uid: actor.uid,
      incarnation: `inc1234${random.whole(0, 9)}`,
      now: 0,
      intents: Array.from({ length: random.whole(1, 12) }, () => maker.fitting(PushIntent)),
    }),
  }
}

export async function openFuzzWorld(): Promise<FuzzWorld> {
  const page = await mkdtemp(join(tmpdir(), 'caravan-fuzz-'))
  await writeFile(join(page, 'index.html'), '<!doctype html><title>Caravan</title>')
  const wide = { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 1000 }
  const market = await openTestMarket({ page, anonymous: wide, signedIn: { session: wide, person: wide } })
  const { db } = market
  const bystander = await makeOtherPerson(market)
  const [actor, expendable] = [await market.person(), await market.person()]
  const shop = await makeShop(db, [
    { stock: STOCK },
    { stock: STOCK },
    { variants: [{ stock: STOCK }, { stock: STOCK, extra: 50 }] },
  ])
  const made = new Map([
    [shop.ids[0]!, STOCK],
    [shop.ids[1]!, STOCK],
    [shop.ids[2]!, 2 * STOCK],
  ])
  const addressId = await makeAddress(db, actor.uid, { detail: CANARY })
  await giveMoney(db, actor.uid, 1e12)
  const sessionOf = async ({ uid }: TestPerson): Promise<string> => {
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', uid)
      .executeTakeFirstOrThrow()
    return (await startSession(db, uid, password_hash, Date.now()))!
  }
  const live = { actor: await sessionOf(actor), expendable: await sessionOf(expendable) }
  const before = await ownedRows(db, bystander)
  const stage: Stage = { market, shop, bystander, actor, expendable, addressId }
  return {
    market,
    pool: poolOf(stage),
    templates: templatesOf(stage),
    tokens: () => live,
    renew: async () => {
      live.expendable = await sessionOf(expendable)
    },
    restock: () =>
      ownerTransaction(db, actor.uid, async ({ tx, rev }) => {
        await tx
          .updateTable('addresses')
          .set({ ...HOME, deleted: false, rev })
          .where('user_id', '=', actor.uid)
          .where('id', '=', addressId)
          .execute()
      }),
    ship: async () => {
      const paid = await db
        .selectFrom('orders')
        .select('id')
        .where('user_id', '=', actor.uid)
        .where('state', '=', 'paid')
        .limit(5)
        .execute()
      for (const { id } of paid) await operate(db, ['ship', id], Date.now())
    },
    secrets: [
      ...bystander.secrets.filter((s) => /Quastenberg|Verschwiegener|Geheimstadt|987654321/.test(s)),
      bystander.token,
      '$argon2',
    ],
    faults: async () => {
      const faults = await unsound(db, made)
      const { email_codes: _then, ...then } = before
      const { email_codes: _now, ...now } = await ownedRows(db, bystander)
      for (const [table, rows] of Object.entries(then))
        if (JSON.stringify(rows) !== JSON.stringify(now[table])) faults.push(`the bystander's ${table} changed`)
      return faults
    },
    close: async () => {
      await market.close()
      await rm(page, { recursive: true, force: true })
    },
  }
}
