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
