-- Money is held in coins, in their smallest units; ether has 18 decimals, beyond a bigint. What is in the book stays as
-- it is, in dollars, and is converted by new entries.
alter table ledger_postings rename column currency to asset;
alter table ledger_postings alter column amount type numeric(78, 0);

-- The book is sealed in batches: a seal is the SHA-256 of the seal before it and of all that its entries say.
create table ledger_seals (
  n bigint primary key,
  entries int not null,
  hash bytea not null,
  at timestamptz not null,
  signature text
);
alter table ledger_entries add column seal bigint references ledger_seals (n);
create index ledger_entries_seal on ledger_entries (seal);
create index ledger_entries_unsealed on ledger_entries (id) where seal is null;
alter table ledger_entries alter column created_at set default date_trunc('milliseconds', now());

-- Accounts of people, stores and orders are chains of their own. The market's are not: everybody's money passes through
-- them, and nobody's payment waits for another's.
create table ledger_heads (
  account text not null,
  asset text not null,
  seq bigint not null,
  balance numeric(78, 0) not null check (balance >= 0),
  hash bytea not null,
  primary key (account, asset)
);
-- A posting to a person's account is a row of their feed; `rev` is null while it is owed to it (migration 0026).
alter table ledger_postings add column seq bigint, add column balance numeric(78, 0), add column hash bytea,
  add column user_id uuid, add column rev bigint;
create index ledger_postings_feed on ledger_postings (user_id, rev) where user_id is not null;
create index ledger_postings_owed on ledger_postings (user_id) where rev is null and user_id is not null;
create unique index ledger_chain on ledger_postings (account, asset, seq) where seq is not null;

create function ledger_link() returns trigger language plpgsql as $$
declare
  head ledger_heads;
  entry ledger_entries;
begin
  new.seq := null;
  new.balance := null;
  new.hash := null;
  new.user_id := null;
  new.rev := null;
  -- Dollars are the old book.
  if new.asset = 'USD' or new.account !~ '^(user|store|escrow):' then return new; end if;
  insert into ledger_heads (account, asset, seq, balance, hash)
    values (new.account, new.asset, 0, 0, sha256(convert_to(new.account || E'\n' || new.asset, 'UTF8')))
    on conflict (account, asset) do nothing;
  select * into head from ledger_heads where account = new.account and asset = new.asset for update;
  select * into entry from ledger_entries where id = new.entry_id;
  new.seq := head.seq + 1;
  new.balance := head.balance + new.amount;
  if new.balance < 0 then
    raise exception '% would leave % at % %', entry.cause, new.account, new.balance, new.asset
      using errcode = 'check_violation';
  end if;
  new.hash := sha256(head.hash || convert_to(new.entry_id || E'\n' || entry.cause || E'\n'
    || floor(extract(epoch from entry.created_at) * 1000)::bigint || E'\n' || new.amount || E'\n' || new.balance, 'UTF8'));
  update ledger_heads set seq = new.seq, balance = new.balance, hash = new.hash
    where account = new.account and asset = new.asset;
  if new.account like 'user:%' then
    new.user_id := split_part(new.account, ':', 2)::uuid;
    -- The transaction that has raised the feed holds it. To another's it is owed, as it is where the feed was raised
  -- within a savepoint.
    select f.rev into new.rev from feeds f where f.user_id = new.user_id and f.xmin = pg_current_xact_id()::xid;
    if new.rev is null then perform owes(new.user_id); end if;
  end if;
  return new;
end $$;
create trigger ledger_linked before insert on ledger_postings for each row execute function ledger_link();

-- The book is only added to; an entry is sealed once, and a posting that is owed to a feed gets its rev once.
create function ledger_kept() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'ledger_entries' and tg_op = 'UPDATE' then
    if old.seal is null and new.seal is not null and new.id = old.id and new.cause = old.cause
      and new.created_at = old.created_at then return new; end if;
  end if;
  if tg_table_name = 'ledger_postings' and tg_op = 'UPDATE' then
    if old.rev is null and old.user_id is not null and to_jsonb(new) - 'rev' = to_jsonb(old) - 'rev' then
      return new;
    end if;
  end if;
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_entries_kept before update or delete on ledger_entries
  for each row execute function ledger_kept();
create trigger ledger_postings_kept before update or delete on ledger_postings
  for each row execute function ledger_kept();
create trigger ledger_seals_kept before update or delete on ledger_seals for each row execute function ledger_kept();
create trigger ledger_entries_stay before truncate on ledger_entries execute function ledger_kept();
create trigger ledger_postings_stay before truncate on ledger_postings execute function ledger_kept();
create trigger ledger_seals_stay before truncate on ledger_seals execute function ledger_kept();
create trigger ledger_heads_stay before truncate on ledger_heads execute function ledger_kept();
-- Heads move by postings alone.
create function ledger_head_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then return new; end if;
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_heads_kept before update or delete on ledger_heads
  for each row execute function ledger_head_kept();

-- The coin in which an order was paid, what was paid of it, and what is held of that.
alter table orders add column asset text, add column paid_units numeric(78, 0),
  add column held_units numeric(78, 0) not null default 0;
update orders set asset = 'tUSDT', paid_units = due::numeric * 10000, held_units = held::numeric * 10000
  where paid_at is not null;

-- Dollars were money to try the market with: a cent becomes 10,000 units of test USDT.
create temporary table held_dollars on commit drop as
  select account, sum(amount) as cents from ledger_postings where asset = 'USD' group by account having sum(amount) <> 0;

-- Feeds of people whose orders or money change here rise once, before anything is posted: devices hear of it, and the
-- postings get these revs.
create temporary table risen on commit drop as
  with people as (
    select user_id from orders where asset is not null
    union select split_part(account, ':', 2)::uuid from held_dollars where account like 'user:%'
  ), raised as (
    insert into feeds (user_id, rev, stamp) select user_id, 1, floor(random() * 1000000000000) from people
    on conflict (user_id) do update set rev = feeds.rev + 1, stamp = excluded.stamp
    returning user_id, rev, stamp
  ), stamped as (insert into feed_stamps (user_id, rev, stamp) select user_id, rev, stamp from raised)
  select user_id, rev from raised;
update orders o set rev = r.rev from risen r where o.user_id = r.user_id and o.asset is not null;
insert into ledger_entries (cause) select 'converted:' || account from held_dollars order by account;
insert into ledger_postings (entry_id, account, asset, amount)
  select e.id, p.account, p.asset, p.amount
  from held_dollars h join ledger_entries e on e.cause = 'converted:' || h.account
    cross join lateral (values (h.account, 'USD', -h.cents), ('market:conversion', 'USD', h.cents),
      (h.account, 'tUSDT', h.cents * 10000), ('market:conversion', 'tUSDT', h.cents * -10000)) p (account, asset, amount)
  order by e.id, p.account, p.asset;
