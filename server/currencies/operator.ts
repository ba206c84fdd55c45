import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { assetOf, isCoin } from '#contract/coins/assets.ts'
import { isRated } from '#contract/currencies/codes.ts'
import { rateText } from '#contract/currencies/rates.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { isOld, rateWaits } from '../rates/coin-rates.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { readSetting } from '../market/settings.ts'
import { cannot, OperatorError } from '../operator/answer.ts'
import { operateMarketCurrency } from './market-currency.ts'

// The currencies and coins that have a rate: how each stands, who uses it, and its removal.

/** Earlier rates that are shown of one. */
const PAST = 20
/** Stores that are named among those that use it. */
const NAMES = 5

type DeskRate = Stated<'operator.currencies'>['rates'][number]
type Use = Stated<'operator.currency'>['use']

/** A rate's source: where it is from, and the names of the operators. */
interface From {
  source: string
  by: string | null
  asked: string | null
}
const from = sql`r.source, b.username as by, a.username as asked`
const operators = sql`left join users b on b.id = r.set_by left join users a on a.id = r.asked_by`

/** All rates as they stand at a time (Unix ms). */
export async function readCurrencies(db: Db, now: number): Promise<DeskRate[]> {
  const hours = await readSetting(db, 'rateAge')
  const market = await readMarketCurrency(db)
  interface Row extends From {
    currency: string
    numerator: number
    denominator: number
    at: Date
    fixed: boolean
    stopped: boolean
    waits: boolean
  }
  const { rows } = await sql<Row>`
    select r.currency, r.numerator, r.denominator, r.at, r.fixed, r.stopped, ${rateWaits(now)} as waits, ${from}
    from exchange_rates r ${operators} order by r.coin, r.currency`.execute(db)
  return rows.map(({ numerator, denominator, at, ...row }) => ({
    ...row,
    rate: rateText({ numerator, denominator }),
    at: at.getTime(),
    old: isOld({ at, fixed: row.fixed }, now, hours),
    known: isRated(row.currency) && row.currency !== market,
  }))
}

/** The latest rates of a currency or coin, and who uses it. */
export async function readCurrencyDesk(db: Db, currency: string): Promise<Stated<'operator.currency'>> {
  const { rows } = await sql<From & { id: number; numerator: number; denominator: number; at: Date }>`
    select r.id, r.numerator, r.denominator, r.at, ${from} from past_rates r ${operators}
    where r.currency = ${currency} order by r.id desc limit ${sql.lit(PAST)}`.execute(db)
  return {
    past: rows.map(({ numerator, denominator, at, ...row }) => ({
      ...row,
      rate: rateText({ numerator, denominator }),
      at: at.getTime(),
    })),
    use: await readUse(db, currency),
  }
}

/** The use of a currency or coin: its stores, products, unpaid orders, open quotes and holders. */
async function readUse(db: Db | Tx, currency: string): Promise<Use> {
  const assets = isCoin(currency) ? [assetOf(currency, false), assetOf(currency, true)] : []
  const { rows } = await sql<Use>`
    with trading as (
      select s.name from stores s where s.currency = ${currency}
        or s.id in (select p.store_id from products p where p.currency = ${currency} and not p.deleted)
    )
    select (select count(*)::int from trading) as stores,
      array(select name from trading order by name limit ${sql.lit(NAMES)}) as names,
      (select count(*)::int from products p where p.currency = ${currency} and not p.deleted) as goods,
      (select count(*)::int from orders o where o.currency = ${currency} and o.state = 'unpaid') as orders,
      (select count(*)::int from quotes q where q.currency = ${currency} and not q.deleted
        and q.state in ('open', 'offered', 'accepted')) as quotes,
      (select count(*)::int from ledger_heads h where h.asset = any(${assets}::text[]) and h.balance > 0) as holders
  `.execute(db)
  return rows[0]!
}

/** Removes a currency or coin that nobody uses. @throws OperatorError */
export const removeCurrency = (db: Db, currency: string, actor: Actor): Promise<void> =>
  // A store that takes another currency does so under the same lock (stores/profile.ts).
  catalogueTransaction(db, async ({ tx }) => {
    const before = await tx
      .selectFrom('exchange_rates')
      .select(['numerator', 'denominator', 'fixed'])
      .where('currency', '=', currency)
      .executeTakeFirst()
    if (!before) throw cannot('cannot.currencyGone', { currency: currency.slice(0, 20) })
    const { stores, names, goods, orders, quotes, holders } = await readUse(tx, currency)
    if (holders > 0) throw cannot('cannot.coinHeld', { currency, holders })
    if (stores + orders + quotes > 0)
      throw cannot('cannot.currencyUsed', { currency, stores, names: names.join(', ') || '—', goods, orders, quotes })
    await tx.deleteFrom('exchange_rates').where('currency', '=', currency).execute()
    await audit(tx, { ...actor, what: 'rate.remove', subject: `currency:${currency}`, before, after: null })
  })

/** `currency [list] | remove <code> | market [<code> <decimal>]` */
export async function operateCurrencies(
  db: Db,
  [verb = 'list', code = '', ...more]: readonly string[],
  now = Date.now(),
  actor: Actor = byCommand,
): Promise<string> {
  if (verb === 'list' && code === '') return listCurrencies(db, now)
  if (verb === 'market') return operateMarketCurrency(db, code === '' ? [] : [code, ...more], now, actor)
  if (verb !== 'remove' || code === '' || more.length > 0)
    throw new OperatorError(
      'Currencies: currency list, currency remove <code>, currency market. “rate” sets what one is worth.',
    )
  const currency = code.toUpperCase()
  await removeCurrency(db, currency, actor)
  return `${currency} is removed.`
}

async function listCurrencies(db: Db, now: number): Promise<string> {
  const rates = await readCurrencies(db, now)
  const market = await readMarketCurrency(db)
  const lines = rates.map(({ currency, rate, at, fixed, old, stopped, waits, known, source, by }) =>
    [
      currency.padEnd(5),
      `${rate} ${market}`,
      fixed ? 'fixed' : new Date(at).toISOString(),
      by ?? source,
      ...(old ? ['out of date'] : []),
      ...(stopped ? ['stopped'] : []),
      ...(waits ? ['another rate waits'] : []),
      ...(known ? [] : ['unknown code: remove']),
    ].join('  '),
  )
  return lines.length === 0 ? 'No rates yet.' : lines.join('\n')
}
