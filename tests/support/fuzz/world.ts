import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { startSession } from '#server/http/session.ts'
import type { Db } from '#server/db/tables/tables.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../market/market.ts'
import { giveMoney, makeAddress, makeShop, unsound } from '../market/orders.ts'
import { makeOtherPerson } from '../life/other-person.ts'
import { ownedRows } from '../life/owned-rows.ts'
import type { Pool } from './from-schema.ts'
import { beginProgress } from './progress.ts'
import type { Templates } from './requests.ts'
import { CANARY, HOME, poolOf, templatesOf, type Stage } from './templates.ts'

const STOCK = 1_000_000
/** A market to be fuzzed, the actor who sends the requests, and a bystander who only has rows there. */
export interface FuzzWorld {
  market: TestMarket
  pool: Pool
  templates: Templates
  tokens(): { actor: string; expendable: string }
  /** A new session in place of one that a request may have ended; of a new person, if it ended that one. */
  renew(): Promise<void>
  /** Puts back what the actor must have for orders to succeed. */
  restock(): Promise<void>
  /** Time passes: some of the actor's orders move on; see `Progress`. */
  pass(): Promise<void>
  /** Texts that no answer and no log line may contain. */
  secrets: string[]
  /** The present faults of the market, in words. */
  faults(): Promise<string[]>
  close(): Promise<void>
}

/** The operator writes an article; its id. */
async function makeArticle(db: Db): Promise<number> {
  const text = '---\ngroup: returns\ntitle: Returns\n---\nReturns, with [a link](/order).\n'
  const { exit, text: output } = await operate(db, ['article', 'put', 'returns.en.md', text], Date.now())
  if (exit !== 0) throw new Error(output)
  return (await db.selectFrom('articles').select('id').where('slug', '=', 'returns').executeTakeFirstOrThrow()).id
}

/** A new session of a person's; undefined when there is no such person any more. */
async function sessionOf(db: Db, { uid }: TestPerson): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return user && startSession(db, uid, user.password_hash, Date.now())
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
  const live = { actor: (await sessionOf(db, actor))!, expendable: (await sessionOf(db, expendable))! }
  const progress = await beginProgress({ market, shop, actor, addressId }, () => live.actor, await makeArticle(db))
  const before = await ownedRows(db, bystander)
  const stage: Stage = { market, shop, bystander, actor, expendable, addressId, progress }
  let pool = poolOf(stage)
  return {
    market,
    get pool() {
      return pool
    },
    templates: templatesOf(stage),
    tokens: () => live,
    renew: async () => {
      const token = await sessionOf(db, stage.expendable)
      if (token === undefined) {
        stage.expendable = await market.person()
        pool = poolOf(stage)
      }
      live.expendable = token ?? (await sessionOf(db, stage.expendable)) ?? live.expendable
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
    pass: async () => {
      await progress.pass()
      // The oldest of too many sessions ends, so that requests which sign in as the actor would end theirs.
      live.actor = (await sessionOf(db, actor)) ?? live.actor
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
