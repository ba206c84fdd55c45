-- Line sheets: private links to products of a store -------------------------------------------------------
-- `id` is what the link ends with, random and made on a member's device: it is in the feed of the store alone, and no call
-- lists it. `goods` are uids of products in the store's order; what is not the store's, or is not on sale, is not shown.
create table sheets (
  id text primary key,
  store_id int not null references stores (id) on delete cascade,
  title text not null,
  goods uuid[] not null,
  until timestamptz,
  created_at timestamptz not null
);
create index sheets_store on sheets (store_id);
