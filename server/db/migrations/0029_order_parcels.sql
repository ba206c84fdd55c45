-- Orders, whole: parcels, receipt by parcel, release by the clock, problems and refunds in part.
-- `stage` is exact, `state` the same in the words that older devices know (contract/rules/order-stages.ts).
-- `held`: what is in escrow for it. `short`: what had not been shipped was given back.
alter table orders add column stage text;
alter table orders add column held bigint not null default 0 check (held >= 0);
alter table orders add column refunded bigint not null default 0 check (refunded >= 0 and refunded <= due);
alter table orders add column short boolean not null default false;
alter table orders add column release_at timestamptz;
alter table orders add column disputed_at timestamptz;
-- When both sides were told that it is late, and the buyer that its money is about to be released.
alter table orders add column late_told_at timestamptz;
alter table orders add column release_told_at timestamptz;
-- Orders that are under way keep their two weeks from now on: their buyers were told of no time before.
update orders set stage = state, held = case when state in ('paid', 'shipped') then due else 0 end,
  refunded = case when state = 'refunded' or (state = 'cancelled' and paid_at is not null) then due else 0 end,
  release_at = case when state = 'shipped' then now() + interval '14 days' end;
alter table orders alter column stage set not null;
alter table orders alter column stage set default 'unpaid';
create index orders_release on orders (release_at) where release_at is not null and disputed_at is null;
create index orders_late on orders (paid_at) where state = 'paid' and late_told_at is null;

-- Pieces of a line that were shipped and count as sold.
alter table order_lines add column shipped int not null default 0 check (shipped >= 0 and shipped <= num);
update order_lines l set shipped = num from orders o
  where o.id = l.order_id and o.shipped_at is not null and o.state <> 'refunded';

-- `lines`: [{id, variantId, num}]. `amount`: its share of what was paid; `refunded` of that was given back. `replaces`:
-- the report that it answers.
create table parcels (
  order_id text not null references orders (id) on delete cascade,
  n int not null check (n between 1 and 100),
  lines jsonb not null,
  carrier text not null check (length(carrier) <= 60),
  tracking text not null check (length(tracking) <= 500),
  amount bigint not null check (amount >= 0),
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= amount),
  shipped_at timestamptz not null,
  received_at timestamptz,
  replaces uuid,
  -- The member of the store who sent it.
  shipped_by uuid,
  primary key (order_id, n)
);
insert into parcels (order_id, n, lines, carrier, tracking, amount, refunded, shipped_at, received_at)
  select o.id, 1, (select json_agg(json_build_object('id', l.product_id, 'variantId', l.variant_id, 'num', l.num)
      order by l.product_id, l.variant_id) from order_lines l where l.order_id = o.id),
    '', coalesce(o.parcel, ''), o.due, case when o.state = 'refunded' then o.due else 0 end, o.shipped_at, o.received_at
  from orders o where o.shipped_at is not null;

-- Problems with a line that buyers report. `files` are those that its pictures were made of; `turn_at` is when the
-- last word was said, from which the other side's time is counted.
create table order_reports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  order_id text not null references orders (id) on delete cascade,
  parcel int not null,
  product_id int not null,
  variant_id int not null,
  num int not null check (num > 0),
  problem text not null,
  wish text not null,
  text text not null check (length(text) <= 1000),
  files jsonb not null,
  pictures jsonb not null,
  state text not null,
  offer bigint check (offer > 0),
  answer text check (length(answer) <= 1000),
  verdict text check (length(verdict) <= 1000),
  refunded bigint not null default 0 check (refunded >= 0),
  at timestamptz not null,
  turn_at timestamptz not null,
  ended_at timestamptz,
  -- Whether the store's members were told of its last turn.
  store_told boolean not null default false
);
create index order_reports_order on order_reports (order_id);
create index order_reports_user on order_reports (user_id);
create index order_reports_turn on order_reports (state, turn_at) where ended_at is null;

-- What was given back of an order, when and why.
create table order_refunds (
  order_id text not null references orders (id) on delete cascade,
  n int not null check (n > 0),
  amount bigint not null check (amount > 0),
  why text not null,
  report_id uuid,
  at timestamptz not null,
  primary key (order_id, n)
);
insert into order_refunds (order_id, n, amount, why, at)
  select id, 1, due, case when state = 'cancelled' then 'cancelled' else 'order' end, closed_at from orders
  where refunded > 0 and closed_at is not null;
