-- Invoices and credit notes ------------------------------------------------------------------------------------
-- How a store's papers name its business, and the prefix of their numbers; '' where its owner has given none.
alter table store_notices
  add column legal_name text not null default '',
  add column legal_address text not null default '',
  add column tax_number text not null default '',
  add column invoice_prefix text not null default '';

-- How a person's invoices name them: at most one row each.
create table billing_details (
  user_id uuid primary key references users (id) on delete cascade,
  company text not null default '',
  tax_number text not null default '',
  address text not null default '',
  rev bigint not null
);

-- The rate of the tax on an order's goods when it was placed (basis points), whether added or included. Orders of
-- before keep none; one that waits to be paid has that of its country, where the tax on it was reckoned by that.
alter table orders add column tax_rate int check (tax_rate >= 0);
update orders o set tax_rate = placed.rate
  from (select u.id, coalesce((n.taxes->(u.address->>'country')->>'rate')::int, s.tax_basis_points) as rate,
      coalesce((n.taxes->(u.address->>'country')->>'included')::boolean, n.tax_included) as included
    from orders u join stores s on s.id = u.store_id join store_notices n on n.store_id = u.store_id
    where u.state = 'unpaid') placed
  where placed.id = o.id
    and o.tax = case when placed.included then 0 else round(o.goods * placed.rate / 10000.0) end
    and o.tax_included =
      case when placed.included then round(o.goods * placed.rate / (10000.0 + placed.rate)) else 0 end;

-- When the coin's rate of a payment quote was set.
alter table payment_quotes add column rate_at timestamptz;

-- Number ranges: the last number of a store's invoices and of its credit notes, those for test money apart. The row's
-- lock is held until the commit of the transaction that takes a number, so that a number is taken if and only if its
-- paper is there. `last_at`: papers are issued in the order of their numbers.
create table invoice_ranges (
  store_id int not null references stores (id),
  kind text not null check (kind in ('invoice', 'creditNote')),
  test boolean not null,
  last int not null check (last > 0),
  last_at timestamptz not null,
  primary key (store_id, kind, test)
);
create function invoice_ranges_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.last = 1 then return new; end if;
  if tg_op = 'UPDATE' and new.last = old.last + 1 and new.last_at >= old.last_at
    and (new.store_id, new.kind, new.test) = (old.store_id, old.kind, old.test) then return new; end if;
  raise exception 'a number range counts by one, from one';
end $$;
create trigger invoice_ranges_kept before insert or update or delete on invoice_ranges
  for each row execute function invoice_ranges_kept();

-- Papers as they were issued: `<order>:0` is an order's invoice, `<order>:<n>` the credit note of its nth refund. A row
-- is in two feeds, as its order is.
create table invoices (
  id text primary key,
  store_id int not null references stores (id),
  user_id uuid not null references users (id),
  order_id text not null references orders (id),
  kind text not null check (kind in ('invoice', 'creditNote')),
  test boolean not null,
  n int not null,
  number text not null,
  credits text references invoices (id),
  issued_at timestamptz not null,
  currency text not null,
  total bigint not null check (total >= 0),
  paper text not null,
  hash bytea not null,
  rev bigint not null,
  store_rev bigint,
  unique (store_id, kind, test, n),
  unique (store_id, number),
  check ((kind = 'creditNote') = (credits is not null)),
  check (hash = sha256(convert_to(paper, 'UTF8')))
);
create index invoices_order on invoices (order_id);
create index invoices_credited on invoices (credits) where credits is not null;
create index invoices_feed on invoices (user_id, rev);
create index invoices_store_feed on invoices (store_id, store_rev);
create index invoices_owed on invoices (store_id) where store_rev is null;

-- They are only added to, each with the number that its range has just come to; the revs of the feeds alone change.
create function invoices_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.n is distinct from (select last from invoice_ranges r
      where r.store_id = new.store_id and r.kind = new.kind and r.test = new.test) then
      raise exception 'number % was not taken from its range', new.number;
    end if;
    new.store_rev := null;
    perform owes((select uid from stores where id = new.store_id));
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'rev' - 'store_rev' = to_jsonb(old) - 'rev' - 'store_rev' then return new; end if;
  end if;
  raise exception 'papers are append-only';
end $$;
create trigger invoices_kept before insert or update or delete on invoices
  for each row execute function invoices_kept();
create function papers_stay() returns trigger language plpgsql as $$
begin
  if exists (select from invoice_ranges) then raise exception 'papers are append-only'; end if;
  return null;
end $$;
create trigger invoices_stay before truncate on invoices execute function papers_stay();
create trigger invoice_ranges_stay before truncate on invoice_ranges execute function papers_stay();
