-- The operators' own pictures, of categories and in articles, made anew as people's are. `name` is the address, as of a
-- person's file; what nothing names any more goes (server/operator/market-pictures.ts).
create table market_pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  bytes bytea not null,
  tint text not null,
  at timestamptz not null default now()
);
