-- Coins that operators have begun to collect from deposit addresses (server/sweeps). `cost`: the most that this may cost,
-- in units of `cost_asset`; `begun`: the number of sweeps that came of it, once the addresses are chosen.
create table sweep_runs (
  id uuid primary key,
  chain text not null,
  network text not null,
  asset text not null,
  destination text not null,
  cost numeric(78, 0) not null check (cost >= 0),
  cost_asset text not null,
  begun int,
  at timestamptz not null,
  ended_at timestamptz
);
create unique index sweep_runs_open on sweep_runs (chain, asset) where ended_at is null;

-- One deposit address that is collected; `amount` leaves it. `spends`: as in payouts, its own nonce or outputs there.
-- `gas`: the network's own coin that it is sent first, by transactions under `gas_id` at the signer. `alarm`: the
-- signer's answer about that was wrong; `asking`: the latest request for it.
create table sweeps (
  id uuid primary key,
  run_id uuid not null references sweep_runs (id),
  chain text not null,
  network text not null,
  index int not null,
  address text not null,
  asset text not null,
  amount numeric(78, 0) not null check (amount > 0),
  destination text not null,
  spends text[] not null,
  state text not null,
  reason text,
  gas numeric(78, 0) not null default 0 check (gas >= 0),
  gas_id uuid unique,
  asking uuid,
  alarm boolean not null default false,
  txid text,
  confirmations int not null default 0,
  needed int not null,
  at timestamptz not null,
  ended_at timestamptz
);
-- One at a time for each address: all its transactions share what it can spend.
create unique index sweeps_open on sweeps (chain, address) where ended_at is null;
create index sweeps_of on sweeps (chain, address);
create index sweeps_at on sweeps (at);

-- Their signed transactions, stored before they are sent. `part`: whether the coins leave the address, or gas is sent to
-- it. `done`: it is confirmed, and its price is in the ledger. `height`: the followed height when it was signed.
create table sweep_transactions (
  chain text not null,
  txid text not null,
  sweep_id uuid not null references sweeps (id),
  part text not null,
  spends text[] not null,
  rate numeric(78, 0) not null,
  raw text not null,
  height int not null,
  done boolean not null default false,
  at timestamptz not null default now(),
  primary key (chain, txid)
);
create index sweep_transactions_of on sweep_transactions (sweep_id);
