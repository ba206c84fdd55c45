/** Asks the database. */
export type Query = (text: string) => Promise<object[]>
/** Takes down rows that are wrong. */
export type Say = (what: string, rows: readonly object[]) => void

/** Takes down faults of the money: no coin comes or goes, and orders and withdrawals hold what they should. */
export async function unsoundMoney(query: Query, say: Say): Promise<void> {
  say(
    'the ledger does not add up',
    await query('select asset, sum(amount)::text as sum from ledger_postings group by asset having sum(amount) <> 0'),
  )
  say(
    'a head is not the sum of its account',
    await query(`
    select h.account, h.asset, h.balance::text, coalesce(sum(p.amount), 0)::text as sum, max(p.seq)::int as seq
      from ledger_heads h left join ledger_postings p on p.account = h.account and p.asset = h.asset
      group by h.account, h.asset having h.balance <> coalesce(sum(p.amount), 0) or h.seq <> coalesce(max(p.seq), 0)`),
  )
  say(
    'below zero',
    await query(
      "select account, asset, sum(amount)::text as sum from ledger_postings where account !~ '^(mint|market|outside):' group by 1, 2 having sum(amount) < 0",
    ),
  )
  say(
    'escrow is not what is held',
    await query(`
    select o.id, o.state, o.due, coalesce(sum(l.amount), 0)::text as held from orders o left
      join ledger_postings l on l.account = 'escrow:' || o.id and l.asset = o.asset
    group by o.id having coalesce(sum(l.amount), 0) <> o.held_units or (o.held = 0) <> (o.held_units = 0)
      or (o.state not in ('paid', 'shipped') and o.held <> 0)`),
  )
  say(
    'the fee is due on something else than the store has got',
    await query(`
    select o.id, o.charged_units::text, got.sum::text from orders o cross join lateral (
        select coalesce(sum(p.amount), 0) as sum from ledger_entries e join ledger_postings p on p.entry_id = e.id
        where e.cause like 'order:' || o.id || ':%' and e.cause not like '%:fee'
          and p.account = 'store:' || o.store_id || ':available') got
    where o.charged_units <> case when o.fee_rate = 0 then 0 else got.sum end`),
  )
  say(
    'fees are not those of the orders',
    await query(`
    select asset, sum(due)::text as due, sum(taken)::text as taken from (
        select asset, floor(charged_units * fee_rate / 10000) as due, 0 as taken from orders where asset is not null
        union all select asset, 0, amount from ledger_postings where account = 'market:fees') fees
      group by asset having sum(due) <> sum(taken)`),
  )
  say(
    'a withdrawal does not hold its amount while it is under way, and nothing afterwards',
    await query(`
    select w.id, w.state, w.amount::text, coalesce(sum(l.amount), 0)::text as held from withdrawals w left
      join ledger_postings l on l.account = 'withdrawal:' || w.id and l.asset = w.asset
    group by w.id having coalesce(sum(l.amount), 0) <> case when w.ended_at is null then w.amount else 0 end`),
  )
  say(
    'a withdrawal was sent and given back, or neither once it has ended',
    await query(`
    select w.id, w.state from withdrawals w
    where (w.state = 'done') <> exists (select from ledger_entries where cause = 'withdrawal:' || w.id || ':sent')
      or (w.state in ('cancelled', 'refused', 'returned'))
        <> exists (select from ledger_entries where cause = 'withdrawal:' || w.id || ':back')`),
  )
  say(
    'transactions of one withdrawal spend different coins or nonces',
    // On Tron, where there are neither, each spends itself.
    await query(`
    select withdrawal_id from payouts where spends <> array[txid] group by 1 having count(distinct spends) > 1`),
  )
  say(
    'two withdrawals spend the same',
    await query(`
    select chain, spent, count(distinct withdrawal_id)::int as n from payouts cross join unnest(spends) as spent
    group by 1, 2 having count(distinct withdrawal_id) > 1`),
  )
  await unsoundSweeps(query, say)
}

/** The same of what collecting deposits spends and costs. */
async function unsoundSweeps(query: Query, say: Say): Promise<void> {
  say(
    'transactions of one part of a sweep spend different coins or nonces',
    await query('select sweep_id from sweep_transactions group by sweep_id, part having count(distinct spends) > 1'),
  )
  say(
    'gas for a sweep spends the same as a withdrawal, or as other gas',
    await query(`
    with gas as (select chain, sweep_id, unnest(spends) as spent from sweep_transactions where part = 'gas')
    select chain, spent from gas group by 1, 2 having count(distinct sweep_id) > 1
    union select g.chain, g.spent from gas g join payouts p on p.chain = g.chain and g.spent = any(p.spends)`),
  )
  say(
    'a sweep that is done has no price in the book, or another has',
    await query(`
    select s.id, s.state from sweeps s
    where s.state = 'done' and not exists (select from ledger_entries where cause = 'sweep:' || s.id || ':cost')
      or s.state in ('planned', 'gas')
        and exists (select from ledger_entries where cause = 'sweep:' || s.id || ':cost')`),
  )
}
