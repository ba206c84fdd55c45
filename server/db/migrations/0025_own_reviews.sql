-- Reviews that buyers write: one a product of an order, and the public review that was made of it. `files` are those
-- that its pictures were made of. `deleted` is its tombstone.
create table own_reviews (
  user_id uuid not null references users on delete cascade,
  order_id text not null references orders (id) on delete cascade,
  product_id int not null references products (id) on delete cascade,
  review_id int references reviews (id) on delete set null,
  rating int not null check (rating between 1 and 5),
  text text not null,
  language text not null,
  files jsonb not null,
  pictures jsonb not null,
  deleted boolean not null default false,
  at timestamptz not null,
  rev bigint not null,
  primary key (user_id, order_id, product_id)
);
create index own_reviews_feed on own_reviews (user_id, rev);
create index own_reviews_review on own_reviews (review_id);
