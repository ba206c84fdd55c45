-- Profiles of stores ---------------------------------------------------------------------------------------
-- A store's description, by language.
alter table stores add column description jsonb not null default '{}';

-- Former names of stores, each until `at`, with its look (0064). They are kept for 30 days: they stay reserved so long,
-- and count how often a store has changed its name.
create table store_renames (
  store_id int not null references stores on delete cascade,
  at timestamptz not null,
  name text not null,
  look text not null
);
create index store_renames_of on store_renames (store_id, at);
create index store_renames_look on store_renames (look);

-- A change of a store's profile is owed to its feed, and one of its name to the feeds of its members.
create trigger stores_owe_profile after update on stores for each row
  when ((old.name, old.description, old.logo, old.area)
    is distinct from (new.name, new.description, new.logo, new.area))
  execute function terms_are_owed();
create function names_are_owed() returns trigger language plpgsql as $$
begin
  update store_members set person_rev = null where store_id = new.id;
  perform owes(user_id) from store_members where store_id = new.id;
  return null;
end $$;
create trigger stores_owe_name after update on stores for each row
  when (old.name is distinct from new.name) execute function names_are_owed();

-- The rows of all stores' feeds have the profile from now on.
update store_notices set rev = null;

-- The rows of buyers name the store. Their revs do not change with its name, so they keep one of their own: an order the
-- name that it was placed under, a price request and a conversation the one of their last change.
alter table orders add column store_name text;
alter table quotes add column store_name text;
alter table talks add column store_name text;
update orders o set store_name = s.name from stores s where s.id = o.store_id;
update quotes q set store_name = s.name from stores s where s.id = q.store_id;
update talks t set store_name = s.name from stores s where s.id = t.store_id;
alter table orders alter column store_name set not null;
alter table quotes alter column store_name set not null;
create function keeps_store_name() returns trigger language plpgsql as $$
begin
  new.store_name := (select name from stores where id = new.store_id);
  return new;
end $$;
create trigger orders_keep_store_name before insert on orders for each row execute function keeps_store_name();
create trigger quotes_keep_store_name before insert or update of rev on quotes for each row
  execute function keeps_store_name();
create trigger talks_keep_store_name before insert or update of rev on talks for each row
  execute function keeps_store_name();
