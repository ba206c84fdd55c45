-- Addresses ----------------------------------------------------------------------------------------
-- `field_revs` holds the owner's feed rev at which each field last changed: two devices that changed
-- different fields of one address meet without asking anybody.
create table addresses (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  country text not null default '',
  province text not null default '',
  city text not null default '',
  detail text not null default '',
  zip text not null default '',
  recipient text not null default '',
  mobile text not null default '',
  deleted boolean not null default false,
  field_revs jsonb not null default '{}',
  at timestamptz not null default now(),
  rev bigint not null,
  primary key (user_id, id)
);
create index addresses_feed on addresses (user_id, rev);

create table address_defaults (
  user_id uuid primary key references users (id) on delete cascade,
  address_id uuid,
  rev bigint not null
);

-- Areas the operator has closed (or opened again below a closed one); what is not listed is as its parent.
create table area_rules (code text primary key, open boolean not null, at timestamptz not null default now());

-- Exchange -----------------------------------------------------------------------------------------
-- How many units of the balance's currency one unit of `currency` is worth, as a fraction of integers.
create table exchange_rates (
  currency text primary key,
  numerator bigint not null check (numerator > 0),
  denominator bigint not null check (denominator > 0),
  at timestamptz not null default now()
);

-- Orders -------------------------------------------------------------------------------------------
create table orders (
  -- <group_id>:<store_id>, derived by the device: one order per client order id.
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  group_id uuid not null,
  store_id int not null references stores (id),
  state text not null,
  reason text,
  currency text not null,
  goods bigint not null,
  shipping bigint not null,
  tax bigint not null,
  total bigint not null,
  due bigint not null,
  due_currency text not null,
  -- As it was when placed: {country, province, city, detail, zip, recipient, mobile}.
  address jsonb not null,
  remark text not null default '',
  pay_by timestamptz,
  -- True until the reserved stock has been released or sold: it is released exactly once.
  reserved boolean not null default true,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  shipped_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  parcel text,
  rev bigint not null
);
create index orders_feed on orders (user_id, rev);
create index orders_due on orders (pay_by) where state = 'unpaid';
create index orders_store on orders (store_id, created_at desc);

create table order_lines (
  order_id text not null references orders (id) on delete cascade,
  product_id int not null references products (id),
  variant_id int not null,
  num int not null check (num > 0),
  price bigint not null,
  amount bigint not null,
  title jsonb not null,
  label jsonb,
  picture jsonb,
  primary key (order_id, product_id, variant_id)
);
create index order_lines_product on order_lines (product_id);

-- Sync ---------------------------------------------------------------------------------------------
-- What became of an order's intents is never purged.
alter table outcomes add column kept boolean not null default false;
drop index outcomes_age;
create index outcomes_age on outcomes (created_at) where not kept;
