import { randomUUID } from 'node:crypto'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { catalogueTransaction } from '../../feed/catalogue-feed.ts'
import { photographBytes, photographSrc, photographsIn, PHOTOGRAPHS_MAX } from '../../pictures/photograph.ts'
import { fetchPhotograph, internet, NotFetched, type Internet } from './fetch.ts'
import { masterOf, type Master } from './master.ts'

/** The photographs fetched before their results are written in one transaction, and how many of them at once. */
const BATCH = 24
const AT_ONCE = 4
/** The number of runs that try a fetch which may work another time. */
const TRIES = 3

/** The result for one address. */
interface Fetched {
  url: string
  picture?: Picture
  reason?: string
  again?: boolean
}

/** The result of a run; `left` still wait. `full`: the photographs take all the disk that they may. */
export interface Brought {
  fetched: number
  failed: number
  left: number
  full: boolean
}

export interface BringOptions {
  dataDir: string
  /** The most photographs to fetch. */
  limit: number
  progress(done: number, all: number): void
  /** One that was not fetched, and in words why. */
  failed(url: string, reason: string): void
  net?: Internet
}

/** Keeps a master whole or not at all; equal ones are one file. Answers how many bytes it took. */
async function keep(folder: string, { name, bytes }: Master): Promise<number> {
  const place = join(folder, `${name}.webp`)
  if (await stat(place).catch(() => undefined)) return 0
  // Equal ones may come at once.
  const part = `${place}.${randomUUID()}.part`
  await writeFile(part, bytes)
  await rename(part, place)
  return bytes.length
}

/** Runs `work` over a list, `width` at once. */
async function inParallel<T, R>(width: number, list: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  const rest = list.values()
  const runner = async (): Promise<void> => {
    for (const each of rest) done.push(await work(each))
  }
  await Promise.all(Array.from({ length: width }, runner))
  return done
}

/** Writes what came of a batch: the products that have more photographs now change, and say so. */
async function note(db: Db, batch: readonly Fetched[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
    as x(url text, picture jsonb, reason text, again boolean)`
  const write = (tx: Tx) =>
    sql<{ product_id: number }>`update photographs f set tried_at = now(), tries = f.tries + 1, picture = x.picture,
        reason = x.reason, state = case when x.picture is not null then 'here'
          when x.again and f.tries + 1 < ${sql.lit(TRIES)} then 'waiting' else 'failed' end
      from ${rows} where f.url = x.url and f.state = 'waiting' returning f.product_id`.execute(tx)
  if (!batch.some(({ picture }) => picture)) {
    await db.transaction().execute(write)
    return
  }
  await catalogueTransaction(db, async ({ tx, rev }) => {
    const touched = [...new Set((await write(tx)).rows.map((row) => row.product_id))]
    await sql`update products p set rev = ${rev}::bigint, pictures = here.pictures
      from (select product_id, jsonb_agg(picture order by sort) as pictures from photographs
        where state = 'here' and product_id = any(${touched}::int[]) group by product_id) here
      where here.product_id = p.id and p.pictures <> here.pictures`.execute(tx)
  })
}

const waiting = (db: Db, before: Date) =>
  db
    .selectFrom('photographs')
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('tried_at', 'is', null), eb('tried_at', '<', before)]))

/**
 * Fetches photographs that imports have named, the first of each product before the second of any. A run that is broken
 * off loses no more than its last batch.
 */
export async function bringPhotographs(db: Db, options: BringOptions): Promise<Brought> {
  const { dataDir, limit, progress, failed, net = internet } = options
  const folder = photographsIn(dataDir)
  await mkdir(folder, { recursive: true })
  const began = new Date()
  const count = async (): Promise<number> =>
    Number(
      (
        await waiting(db, began)
          .select(sql<number>`count(distinct url)::int`.as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const all = Math.min(limit, await count())
  let room = PHOTOGRAPHS_MAX - (await photographBytes(dataDir))
  const brought: Brought = { fetched: 0, failed: 0, left: 0, full: false }

  const one = async (url: string): Promise<Fetched> => {
    try {
      const master = await masterOf(await fetchPhotograph(url, net))
      room -= await keep(folder, master)
      brought.fetched++
      return { url, picture: { src: photographSrc(master.name), tint: master.tint } }
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error
      brought.failed++
      failed(url, error.message)
      return { url, reason: error.message, again: error.again }
    }
  }
  for (let done = 0; done < all;) {
    if (room <= 0) {
      brought.full = true
      break
    }
    const batch = await waiting(db, began)
      .select('url')
      .groupBy('url')
      .orderBy(sql`min(sort), min(product_id)`)
      .limit(Math.min(BATCH, all - done))
      .execute()
    if (batch.length === 0) break
    await note(
      db,
      await inParallel(
        AT_ONCE,
        batch.map(({ url }) => url),
        one,
      ),
    )
    done += batch.length
    progress(done, all)
  }
  brought.left = await count()
  return brought
}
