-- How stores introduce themselves ------------------------------------------------------------------------
-- What a store says of itself, by language.
alter table stores add column description jsonb not null default '{}';

-- The names that stores had, each until a moment, and what they look like (0064). They are kept for 30 days: so long nobody
-- else takes one, and a store takes only so many.
create table store_renames (
  store_id int not null references stores on delete cascade,
  at timestamptz not null,
  name text not null,
  look text not null
);
create index store_renames_of on store_renames (store_id, at);
create index store_renames_look on store_renames (look);

-- Whoever changes how a store introduces itself owes it to the store, and its name to its members.
create trigger stores_owe_profile after update on stores for each row
  when ((old.name, old.description, old.logo, old.area) is distinct from (new.name, new.description, new.logo, new.area))
  execute function terms_are_owed();
create function names_are_owed() returns trigger language plpgsql as $$
begin
  update store_members set person_rev = null where store_id = new.id;
  perform owes(user_id) from store_members where store_id = new.id;
  return null;
end $$;
create trigger stores_owe_name after update on stores for each row
  when (old.name is distinct from new.name) execute function names_are_owed();

-- Stores see from now on in their own rows how they introduce themselves.
update store_notices set rev = null;
