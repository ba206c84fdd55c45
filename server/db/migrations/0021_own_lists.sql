-- A person's own lists. A line goes with its list's owner, not by a key to the list: a list that is gone leaves its lines at zero.
create table own_lists (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  name text not null,
  deleted boolean not null default false,
  at timestamptz not null default now(),
  rev bigint not null,
  primary key (user_id, id)
);
create index own_lists_feed on own_lists (user_id, rev);

create table list_lines (
  user_id uuid not null references users (id) on delete cascade,
  list_id uuid not null,
  store_id int not null references stores (id),
  product_id int not null references products (id),
  -- 0: the product has no variants.
  variant_id int not null,
  num int not null check (num >= 0),
  at timestamptz not null default now(),
  rev bigint not null,
  primary key (user_id, list_id, store_id, product_id, variant_id)
);
create index list_lines_feed on list_lines (user_id, rev);

-- A code that stores know a product by is looked for among all of them.
create index products_codes on products using gin (codes);
