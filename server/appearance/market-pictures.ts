import { sql } from 'kysely'
import { MARKET_PICTURES_MAX } from '#contract/pictures/market.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { fileSrc, newFileName } from '../files/claim-files.ts'
import type { KeptPicture } from '../files/make-picture.ts'
import { cannot } from '../operator/answer.ts'

// Pictures that operators give to categories and partners, and put into articles.

/** A picture that was sent is named by something within this time, or goes (ms). */
const NAMED_WITHIN = 86_400_000

/** Whether a category, an article or a partner names the picture `m`. */
const named = sql`(exists (select from categories c where c.picture = 'file/' || m.name)
  or exists (select from article_texts a
    where a.blocks @> jsonb_build_array(jsonb_build_object('src', 'file/' || m.name)))
  or exists (select from site_settings s where case when s.name in ('partners', 'payment_sources')
    then s.value::jsonb @> jsonb_build_array(jsonb_build_object('logo', 'file/' || m.name)) else false end))`

/**
 * Keeps a picture for a category or an article; its `src`. Those that nothing names since a day ago go first. `now` is
 * Unix ms.
 *
 * @throws OperatorError where there are too many
 */
export const addMarketPicture = (db: Db, picture: KeptPicture, now: number, actor: Actor): Promise<string> =>
  db.transaction().execute(async (tx) => {
    // One after the other: the bound is counted.
    await sql`lock table market_pictures in share row exclusive mode`.execute(tx)
    await sql`delete from market_pictures m
      where m.at < ${new Date(now - NAMED_WITHIN)}::timestamptz and not ${named}`.execute(tx)
    const { count } = await tx
      .selectFrom('market_pictures')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MARKET_PICTURES_MAX) throw cannot('cannot.picturesMany', { max: MARKET_PICTURES_MAX })
    const name = newFileName()
    await tx
      .insertInto('market_pictures')
      .values({ name, bytes: picture.bytes, tint: picture.tint, at: new Date(now) })
      .execute()
    const src = fileSrc(name)
    await audit(tx, { ...actor, what: 'picture.add', subject: `picture:${name}`, before: null, after: { src } })
    return src
  })
