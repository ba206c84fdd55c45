import { sql } from 'kysely'
import type { Input, Stated } from '#contract/registry.ts'
import { millis } from '../../catalogue/product-json.ts'
import type { Db } from '../../db/tables/tables.ts'
import { containing } from '../../db/within.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { closeRequest, lateBefore, putHours, remindStore } from './requests.ts'
import { readSetting } from '../../market/settings.ts'
import { actorOf, answered, reasoned } from '../../operator/change.ts'

/** The largest number of requests shown at once; the others come as these go. */
const SHOWN = 50

type RequestCalls = 'operator.requests' | 'operator.remindStore' | 'operator.closeRequest' | 'operator.requestsSet'

/** The desk of price requests that wait for too long. */
export const operatorRequestHandlers: HandlersFor<RequestCalls> = {
  'operator.requests': async (call, input) => accepted(await list(call.db, input, call.now())),
  'operator.remindStore': (call, { store }) =>
    reasoned<Record<string, never>>(call, async () =>
      (await remindStore(call.db, store, call.now(), actorOf(call))) ? accepted({}) : refused('storeGone'),
    ),
  'operator.closeRequest': (call, input) =>
    reasoned<Record<string, never>>(call, async () =>
      (await closeRequest(call.db, input, call.now(), actorOf(call))) ? accepted({}) : refused('notFound'),
    ),
  'operator.requestsSet': (call, { hours }) =>
    answered(call, () => putHours(call.db, 'requestHours', hours, actorOf(call))),
}

type Request = Stated<'operator.requests'>['requests'][number]

async function list(
  db: Db,
  { all = false, find = '' }: Input<'operator.requests'>,
  now: number,
): Promise<Stated<'operator.requests'>> {
  const late = await lateBefore(db, now)
  const { rows } = await sql<
    Omit<Request, 'store' | 'holiday'> & { store: number; shop: string; from: string | null; to: string | null }
  >`
    select q.uid as id, q.store_id as store, s.name as shop, u.username as buyer, q.title,
      (select coalesce(sum((l ->> 'num')::bigint), 0)::float8 from jsonb_array_elements(q.rounds -> -1 -> 'lines') l)
        as pieces, jsonb_array_length(q.rounds) as rounds, ${millis('q.asked_at')} as "askedAt",
      q.asked_at <= ${late}::timestamptz as late, ${millis('r.at')} as "remindedAt", n.holiday_from::text as "from",
      n.holiday_to::text as "to", exists (select from store_members m where m.store_id = q.store_id
        and m.ended_at is null) as members
    from quotes q join users u on u.id = q.user_id join stores s on s.id = q.store_id
      left join store_reminders r on r.store_id = q.store_id left join store_notices n on n.store_id = q.store_id
    where q.asked_at is not null and not q.deleted and (${all}::boolean or q.asked_at <= ${late}::timestamptz)
      and (${find.trim()} = '' or s.name ilike ${containing(find)} or u.username ilike ${containing(find)}
        or q.title::text ilike ${containing(find)})
    order by q.asked_at, q.uid limit ${sql.lit(SHOWN + 1)}`.execute(db)
  const requests = rows.slice(0, SHOWN).map(({ store, shop, from, to, ...row }) => ({
    ...row,
    store: { id: store, name: shop },
    holiday: from !== null && to !== null ? { from, to } : null,
  }))
  return { requests, more: rows.length > SHOWN, hours: await readSetting(db, 'requestHours') }
}
