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
    'transactions of one withdrawal have several nonces',
    await query('select withdrawal_id from payouts group by 1 having count(distinct nonce) > 1'),
  )
}
