import { sql } from 'kysely'
import type { Db } from '../../db/tables/tables.ts'
import { fileNameIn } from '../../files/claim-files.ts'

/** Whether the market names a picture anywhere: in its catalogue, its reviews, an order, an article or a partner. */
export async function isPictureNamed(db: Db, src: string): Promise<boolean> {
  // A person's file is named by whoever has been told its address.
  if (fileNameIn(src) !== undefined) return true
  const list = sql`${JSON.stringify([{ src }])}::jsonb`
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from products where pictures @> ${list})
      or exists (select from variants where picture is not null and picture ->> 'src' = ${src}::text)
      or exists (select from stores where logo ->> 'src' = ${src}::text)
      or exists (select from categories where picture = ${src}::text)
      or exists (select from reviews where hidden_for is null and pictures <> '[]' and pictures @> ${list})
      or exists (select from order_lines where picture is not null
        and picture ->> 'src' = ${src}::text)
      or exists (select from article_texts where blocks @> ${list})
      or exists (select from site_settings
        where case when name in ('partners', 'payment_sources')
          then value::jsonb @> ${JSON.stringify([{ logo: src }])}::jsonb else false end) as named`.execute(db)
  return rows[0]!.named
}
