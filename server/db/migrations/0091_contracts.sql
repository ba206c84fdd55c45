-- The sellers' contract as operators write it: a draft in each language, and versions as they were published.
create table contract_drafts (
  language text primary key check (language ~ '^[a-z]{2}$'),
  body text not null,
  at timestamptz not null
);

-- A version in each language in which it was written: with its values filled in, and as it was written, from which the
-- next draft begins. It never changes.
create table contract_versions (
  version int not null check (version > 1),
  language text not null check (language ~ '^[a-z]{2}$'),
  body text not null,
  written text not null,
  published_at timestamptz not null,
  primary key (version, language)
);
create function contract_versions_kept() returns trigger language plpgsql as $$
begin
  raise exception 'a published contract never changes';
end $$;
create trigger contract_versions_kept before update or delete on contract_versions
  for each row execute function contract_versions_kept();

-- When an answer is due, as it was promised when the application was sent; null: 48 hours after that. The version of the
-- contract that its person has signed (null for one of before), and the newest one that they have signed or heard of.
alter table merchant_applications
  add column due_at timestamptz,
  add column contract_version int,
  add column contract_notified int not null default 0;

-- Versions 1 to 3 were the app's own: where one of them may have been signed, or is by an app that is open, numbers go
-- on from there.
insert into settings (name, value) select 'contractFirst', 4 where exists (select from users)
  on conflict (name) do nothing;
