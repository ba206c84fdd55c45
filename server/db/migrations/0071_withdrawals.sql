-- People's withdrawals. `approvals`: the number of operators who have to agree; `why`: a reason for that beside its worth.
-- `stop_hash`: SHA-256 of the token by which a mail's link cancels it.
create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users (id),
  chain text not null,
  network text not null,
  asset text not null,
  address text not null,
  amount numeric(78, 0) not null check (amount > 0),
  fee numeric(78, 0) not null check (fee >= 0 and fee < amount),
  state text not null,
  approvals int not null,
  approved boolean not null default false,
  why text,
  stop_hash bytea,
  txid text,
  confirmations int not null default 0,
  needed int not null,
  reason text,
  at timestamptz not null,
  ready_at timestamptz not null,
  ended_at timestamptz,
  rev bigint not null
);
create index withdrawals_feed on withdrawals (user_id, rev);
create index withdrawals_of on withdrawals (user_id, at);
create index withdrawals_open on withdrawals (chain, state, at) where ended_at is null;

-- Signed transactions, stored before they are sent. A withdrawal has several with one nonce when a later one pays the
-- network more; only one of them can be confirmed. `height`: the followed height when it was signed.
create table payouts (
  chain text not null,
  txid text not null,
  withdrawal_id uuid not null references withdrawals (id),
  nonce bigint not null,
  rate numeric(78, 0) not null,
  raw text not null,
  height int not null,
  at timestamptz not null default now(),
  primary key (chain, txid)
);
create index payouts_of on payouts (withdrawal_id);
create table payout_nonces (chain text primary key, next bigint not null);

-- The market's transactions on the simulated chains. Blocks take those that pay at least `least_rate`.
alter table simulated_chains add column least_rate numeric(78, 0) not null default 0;
alter table simulated_transfers add column nonce bigint, add column rate numeric(78, 0);
create unique index simulated_transfers_nonce on simulated_transfers (network, nonce)
  where nonce is not null and not dropped;

-- The amount of a withdrawal is held in an account of its own, a chain like those of orders.
create or replace function ledger_link() returns trigger language plpgsql as $$
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
  if new.asset = 'USD' or new.account !~ '^(user|store|escrow|withdrawal):' then return new; end if;
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
