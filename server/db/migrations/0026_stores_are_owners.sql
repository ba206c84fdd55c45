-- Owners ---------------------------------------------------------------------------------------------
-- Whoever has a feed: a person or a store, each by its uid. Feeds, stamps, outcomes and incarnations are an owner's; their
-- column keeps the name it had while only persons had any. An owner comes and goes with its person or store.
alter table stores add column uid uuid not null unique default gen_random_uuid();
create table owners (
  uid uuid primary key,
  person uuid unique references users (id) on delete cascade,
  store_id int unique references stores (id) on delete cascade,
  check (num_nonnulls(person, store_id) = 1)
);
insert into owners (uid, person) select id, id from users;
insert into owners (uid, store_id) select uid, id from stores;

create function persons_are_owners() returns trigger language plpgsql as $$
begin
  insert into owners (uid, person) values (new.id, new.id);
  return null;
end $$;
create trigger users_own after insert on users for each row execute function persons_are_owners();
create function stores_are_owners() returns trigger language plpgsql as $$
begin
  insert into owners (uid, store_id) values (new.uid, new.id);
  return null;
end $$;
create trigger stores_own after insert on stores for each row execute function stores_are_owners();

alter table feeds drop constraint feeds_user_id_fkey,
  add constraint feeds_owner foreign key (user_id) references owners (uid) on delete cascade;
alter table feed_stamps drop constraint feed_stamps_user_id_fkey,
  add constraint feed_stamps_owner foreign key (user_id) references owners (uid) on delete cascade;
alter table incarnations drop constraint incarnations_user_id_fkey,
  add constraint incarnations_owner foreign key (user_id) references owners (uid) on delete cascade;
-- Who asked for it, where that is not the owner: a member of the store. A deleted account's number stays one.
alter table outcomes drop constraint outcomes_user_id_fkey,
  add constraint outcomes_owner foreign key (user_id) references owners (uid) on delete cascade,
  add column by_person uuid;

-- What another owner's transaction has changed of an owner's rows is owed to its feed: their rev is null until a transaction
-- of its own gives them one (server/feed/owed.ts). Whose, is said to the transaction that owes it.
create function owes(uid uuid) returns void language sql as $$
  select set_config('caravan.owed', coalesce(current_setting('caravan.owed', true), '') || ' ' || uid, true)
$$;

-- Members --------------------------------------------------------------------------------------------
-- Who acts for a store; `ended_at` is when that ended. The row is in two feeds: the store's (`rev`) and the person's (`person_rev`).
create table store_members (
  store_id int not null references stores (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'staff')),
  since timestamptz not null default now(),
  ended_at timestamptz,
  rev bigint,
  person_rev bigint,
  primary key (store_id, user_id)
);
create index store_members_feed on store_members (store_id, rev);
create index store_members_person on store_members (user_id, person_rev);
create index store_members_owed on store_members (store_id) where rev is null;
create index store_members_owed_to on store_members (user_id) where person_rev is null;
create function members_are_owed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.role, old.since, old.ended_at) is distinct from (new.role, new.since, new.ended_at) then
    new.rev := null;
    new.person_rev := null;
    perform owes((select uid from stores where id = new.store_id)), owes(new.user_id);
  end if;
  return new;
end $$;
create trigger members_owed before insert or update on store_members for each row execute function members_are_owed();

-- What a store says of itself --------------------------------------------------------------------------
create table store_notices (
  store_id int primary key references stores (id) on delete cascade,
  announcement text not null default '',
  holiday_from date,
  holiday_to date,
  rev bigint not null,
  check (holiday_from <= holiday_to)
);

-- Sales ------------------------------------------------------------------------------------------------
-- A store sees its orders in its own feed. Whatever the buyer's feed sees of an order is owed to the store's.
alter table orders add column store_rev bigint;
create index orders_store_feed on orders (store_id, store_rev);
create index orders_owed on orders (store_id) where store_rev is null;
create function orders_are_owed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.rev, old.address) is distinct from (new.rev, new.address) then
    new.store_rev := null;
    perform owes((select uid from stores where id = new.store_id));
  end if;
  return new;
end $$;
create trigger orders_owed before insert or update on orders for each row execute function orders_are_owed();
