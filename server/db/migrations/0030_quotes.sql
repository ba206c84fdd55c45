-- Prices that buyers ask stores for. `rounds` is what both sides said, in order, `said` their notes by round; `until`
-- is when the offer on the table is over, `asked_at` since when the store has not answered. Ended ones past their time
-- are blanked and `deleted`.
create table quotes (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  store_id int not null references stores (id) on delete cascade,
  product_id int not null references products (id) on delete cascade,
  title jsonb not null,
  picture jsonb,
  choices jsonb not null default '[]',
  currency text not null,
  country text not null default '',
  state text not null,
  rounds jsonb not null,
  said jsonb not null default '[]',
  until timestamptz,
  asked_at timestamptz,
  -- Who of the store made the last offer; null for its own machine.
  offered_by uuid,
  at timestamptz not null default now(),
  deleted boolean not null default false,
  rev bigint not null,
  primary key (user_id, id)
);
create index quotes_feed on quotes (user_id, rev);
create index quotes_asked on quotes (store_id, asked_at) where asked_at is not null;
create index quotes_ending on quotes (until) where until is not null;
create index quotes_age on quotes (at) where not deleted;
create index quotes_product on quotes (product_id);

-- Which quote a line's price was agreed in.
alter table cart_lines add column quote_id uuid;
alter table order_lines add column quote_id uuid;
