import { sql } from 'kysely'
import type { Texts } from '#contract/text/locales.ts'
import type { MessageKind } from '#contract/messages/kinds.ts'
import type { WatchKind } from '#contract/messages/rules.ts'
import type { MessageSubject } from '#contract/messages/schema-rows.ts'
import type { Db } from '../db/tables/tables.ts'
import { watchChange, watchColumns, type WatchRow } from './change.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { marketCurrency } from '../market/currency.ts'
import { notify, type Notification } from './notify.ts'

/** The most people per round; the rest follow in the next. */
const OWNERS = 200

/**
 * Whether a watch `w` has come true, with its product `p` and its variant `v`. Stock counts from the least that can be
 * ordered.
 */
const cameTrue = sql`case w.what
  when 'price' then p.active and p.currency = w.currency and p.price + coalesce(v.extra, 0) <= w.price
  when 'stock' then p.active and coalesce(v.stock, p.stock) >= ceil(p.minimum::numeric / p.multiple) * p.multiple
  when 'currency' then w.currency = ${marketCurrency}
    or exists (select from exchange_rates e where e.currency = w.currency and not e.coin)
  when 'area' then coalesce((select r.open from area_rules r where r.code = w.area),
    (select r.open from area_rules r where r.code = split_part(w.area, '-', 1)), true)
  else false end`
const joined = sql`watches w left join products p on p.id = w.product_id
  left join variants v on v.id = w.variant_id and v.product_id = w.product_id`

interface True extends Pick<WatchRow, 'key' | 'product_id' | 'area' | 'currency'> {
  what: WatchKind
  title: Texts | null
  price_now: number | null
}

const kinds: Record<WatchKind, MessageKind> = {
  price: 'watchPrice',
  stock: 'watchStock',
  currency: 'watchCurrency',
  area: 'watchArea',
}

function noticeOf(w: True, at: number): Notification {
  const subject: MessageSubject | null =
    w.what === 'area'
      ? { kind: 'area', id: w.area }
      : w.product_id > 0
        ? { kind: 'product', id: String(w.product_id) }
        : null
  return {
    kind: kinds[w.what],
    at,
    subject,
    title: w.what === 'area' ? null : w.title,
    values:
      w.what === 'price'
        ? { amount: w.price_now ?? 0, currency: w.currency }
        : w.what === 'area'
          ? { area: w.area }
          : w.what === 'currency'
            ? { code: w.currency }
            : {},
  }
}

/** Tells a person what has come true of that for which they wait, once each, and ends the waiting. */
export async function tellWatched(call: OwnerCall, userId: string, now: number): Promise<number> {
  const { rows } = await sql<True>`
    select w.key, w.what, w.product_id, w.area, w.currency, p.title, p.price + coalesce(v.extra, 0) as price_now
    from ${joined} where w.user_id = ${userId}::uuid and w.is_on and ${cameTrue} order by w.key`.execute(call.tx)
  if (rows.length === 0) return 0
  const { rows: ended } = await sql<WatchRow>`
    update watches set is_on = false, rev = ${call.rev}::bigint, at = ${new Date(now)}::timestamptz
    where user_id = ${userId}::uuid and key = any(${rows.map((w) => w.key)}::text[])
    returning ${watchColumns}`.execute(call.tx)
  call.also.push(...ended.map(watchChange))
  for (const watch of rows) await notify(call, userId, noticeOf(watch, now))
  return rows.length
}

/**
 * Tells everybody for whom something has come true; one person's failure does not keep the others'. Returns how many
 * messages that were.
 */
export async function tellAllWatched(
  db: Db,
  now: number,
  report: (error: unknown) => void = (error) => {
    throw error
  },
): Promise<number> {
  const { rows } = await sql<{ user_id: string }>`
    select w.user_id from ${joined} where w.is_on and ${cameTrue}
    group by w.user_id order by md5(w.user_id::text || ${String(now)}) limit ${sql.lit(OWNERS)}`.execute(db)
  let sent = 0
  for (const { user_id: userId } of rows) {
    try {
      sent += await ownerTransaction(db, userId, (call) => tellWatched(call, userId, now))
    } catch (error) {
      report(error)
    }
  }
  return sent
}
