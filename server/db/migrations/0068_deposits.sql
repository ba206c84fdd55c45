-- The simulated chains, whose coins are test money. `sent_by`: whose simulated wallet sent it.
create table simulated_chains (network text primary key);
create table simulated_blocks (
  network text not null,
  height int not null,
  hash text not null,
  parent text not null,
  primary key (network, height)
);
create table simulated_transfers (
  network text not null,
  txid text not null,
  n int not null,
  to_address text not null,
  coin text not null,
  amount numeric(78, 0) not null check (amount >= 0),
  not_before int not null default 0,
  height int,
  dropped boolean not null default false,
  sent_by uuid references users (id),
  primary key (network, txid, n)
);
create index simulated_transfers_height on simulated_transfers (network, height);

-- A person's address on a chain, by the number from which it is derived.
create table deposit_addresses (
  chain text not null,
  index int not null,
  user_id uuid not null references users (id),
  address text not null,
  at timestamptz not null default now(),
  primary key (chain, index),
  unique (chain, user_id),
  unique (chain, address)
);
create table deposit_numbers (chain text primary key, next int not null);

-- How far each chain was followed, and the hashes by which a reorganisation is noticed.
create table chain_blocks (
  chain text not null,
  height int not null,
  hash text not null,
  primary key (chain, height)
);

-- Transfers to people's addresses, as the chains show them. `height` is null while no block has it; `stale`: its
-- person's recharge has yet to follow. `shortfall`: units that a reorganisation took back and the account no longer had.
create table deposits (
  chain text not null,
  txid text not null,
  n int not null,
  user_id uuid not null references users (id),
  asset text not null,
  amount numeric(78, 0) not null check (amount > 0),
  height int,
  pending boolean not null default true,
  credits int not null default 0,
  credited boolean not null default false,
  shortfall numeric(78, 0) not null default 0,
  stale boolean not null default true,
  at timestamptz not null default now(),
  primary key (chain, txid, n)
);
create index deposits_stale on deposits (chain, user_id) where stale;
create index deposits_open on deposits (chain) where not credited;
create index deposits_of on deposits (user_id, chain, txid);
create index deposits_height on deposits (chain, height);

-- A person's recharges: what they claim, and what the network shows of it.
create table recharges (
  user_id uuid not null references users (id),
  network text not null,
  txid text not null,
  asset text not null,
  state text not null,
  amount numeric(78, 0) not null default 0,
  confirmations int not null default 0,
  needed int not null,
  claimed_at timestamptz,
  claimed_amount numeric(78, 0),
  pictures jsonb not null default '[]',
  -- When a claim was last looked for on its network.
  looked_at timestamptz,
  seen_at timestamptz,
  at timestamptz not null,
  rev bigint not null,
  primary key (user_id, network, txid, asset)
);
create index recharges_feed on recharges (user_id, rev);
create index recharges_claimed on recharges (network, looked_at nulls first) where state = 'claimed';
