-- Stores answer requests for a price, and reviews ----------------------------------------------------------
-- What is in a store's feed and is deleted for good leaves its key here, so that its members' devices hear of it.
create table store_gone (
  store_id int not null references stores (id) on delete cascade,
  part text not null,
  key text not null,
  store_rev bigint,
  primary key (store_id, part, key)
);
create index store_gone_feed on store_gone (store_id, store_rev);
create index store_gone_owed on store_gone (store_id) where store_rev is null;

create function leaves_store(store int, of_part text, of_key text) returns void language plpgsql as $$
declare
  owner uuid;
begin
  -- A store that is deleted itself has no feed any more.
  select s.uid into owner from stores s where s.id = store;
  if owner is null then return; end if;
  insert into store_gone (store_id, part, key) values (store, of_part, of_key)
    on conflict (store_id, part, key) do update set store_rev = null;
  perform owes(owner);
end $$;

-- Requests for a price. `uid` is what the store calls one: its id alone is made on a buyer's device. Whatever the buyer's
-- feed sees of it is owed to the store's, as with orders (0026). `offered_by` is who of the store spoke last.
alter table quotes
  add column uid uuid not null unique default gen_random_uuid(),
  add column store_rev bigint;
create index quotes_store_feed on quotes (store_id, store_rev);
create index quotes_owed on quotes (store_id) where store_rev is null;
create function quotes_are_owed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.rev is distinct from new.rev then
    new.store_rev := null;
    perform owes((select uid from stores where id = new.store_id));
  end if;
  return new;
end $$;
create trigger quotes_owed before insert or update on quotes for each row execute function quotes_are_owed();
create function quotes_leave() returns trigger language plpgsql as $$
begin
  perform leaves_store(old.store_id, 'storeQuotes', old.uid::text);
  return null;
end $$;
create trigger quotes_leave after delete on quotes for each row execute function quotes_leave();

-- Reviews. A store is sent its latest 500 (`to_store`); `replies` is how often its reply was written, `replied_by` who of the
-- store wrote it.
alter table reviews
  add column replies int not null default 0,
  add column replied_by uuid,
  add column replied_at timestamptz,
  add column to_store boolean not null default true,
  add column store_rev bigint;
update reviews set replies = 1, replied_at = created_at where reply is not null;
update reviews r set to_store = false from (
  select id, row_number() over (partition by store_id order by id desc) as n from reviews
) ranked where ranked.id = r.id and ranked.n > 500;
create index reviews_store_feed on reviews (store_id, store_rev) where to_store;
create index reviews_store_latest on reviews (store_id, id) where to_store;
create index reviews_owed on reviews (store_id) where store_rev is null and to_store;

create function reviews_come_to_store() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select distinct c.store_id, s.uid from changed c join stores s on s.id = c.store_id order by 1 loop
    perform leaves_store(one.store_id, 'storeReviews', r.id::text) from reviews r
      where r.store_id = one.store_id and r.to_store and r.store_rev is not null and r.id <= (
        select id from reviews where store_id = one.store_id and to_store order by id desc offset 500 limit 1);
    update reviews set to_store = false where store_id = one.store_id and to_store and id <= (
      select id from reviews where store_id = one.store_id and to_store order by id desc offset 500 limit 1);
    if exists (select from store_members m where m.store_id = one.store_id and m.ended_at is null) then
      perform owes(one.uid);
    end if;
  end loop;
  return null;
end $$;
create trigger reviews_come_to_store after insert on reviews referencing new table as changed
  for each statement execute function reviews_come_to_store();

create function reviews_are_owed() returns trigger language plpgsql as $$
begin
  new.store_rev := null;
  perform owes((select uid from stores where id = new.store_id));
  return new;
end $$;
create trigger reviews_owed before update on reviews for each row
  when (old.to_store and (old.author, old.rating, old.text, old.pictures, old.reply, old.replies, old.hidden_for)
    is distinct from (new.author, new.rating, new.text, new.pictures, new.reply, new.replies, new.hidden_for))
  execute function reviews_are_owed();

create function reviews_leave() returns trigger language plpgsql as $$
begin
  perform leaves_store(old.store_id, 'storeReviews', old.id::text);
  return null;
end $$;
create trigger reviews_leave after delete on reviews for each row when (old.to_store and old.store_rev is not null)
  execute function reviews_leave();

-- Whoever else changes what a store asks for at least owes it to the store, as with what its orders are charged (0039).
create trigger stores_owe_least after update on stores for each row
  when ((old.least_pieces, old.least_amount) is distinct from (new.least_pieces, new.least_amount))
  execute function terms_are_owed();
