-- A picture that was made of a file is its owner's, and goes with the file. It was kept once for all owners of equal
-- bytes: whoever published theirs took the seal off somebody else's document. One owner may show a file and have it as a
-- document, too: `sealed` tells the two apart.
alter table file_contents rename to contents_by_hash;
alter table contents_by_hash drop constraint file_contents_pkey;
create table file_contents (
  user_id uuid not null,
  id text not null,
  sealed boolean not null,
  bytes bytea not null,
  primary key (user_id, id, sealed),
  foreign key (user_id, id) references files on delete cascade
);

-- The colour that stands in while the picture loads; null until the file is here.
alter table files add column tint text;
insert into file_contents (user_id, id, sealed, bytes)
  select f.user_id, f.id, c.sealed, c.bytes from files f join contents_by_hash c on c.id = f.id where f.state = 'here';
update files f set tint = c.tint from contents_by_hash c where c.id = f.id and f.state = 'here';
-- A file whose picture is not there comes again.
delete from files where state = 'here' and tint is null;
drop table contents_by_hash;

-- Some uses show the file to others. A file that nothing shows is served to nobody.
alter table file_uses add column shown boolean not null default true;
update file_uses set shown = false where subject ~ '^merchant:[^:]*:(front|back|holding)$';

-- A store's logo was a file of whoever applied, and would go with their account. It is the store's from now on.
with logos as (
  select s.uid as store_uid, s.id as store_id, f.user_id, f.id, f.name,
    replace(gen_random_uuid()::text, '-', '') as new_name
  from stores s join files f on s.logo ->> 'src' = 'file/' || f.name and f.user_id <> s.uid
), copied as (
  insert into files (user_id, id, state, size, have, name, at, tint)
    select l.store_uid, f.id, f.state, f.size, f.have, l.new_name, f.at, f.tint
    from logos l join files f on f.user_id = l.user_id and f.id = l.id
    on conflict (user_id, id) do update set at = excluded.at returning user_id, id, name
)
update stores s set logo = jsonb_set(s.logo, '{src}', to_jsonb('file/' || c.name))
  from copied c where c.user_id = s.uid;
insert into file_uses (user_id, id, subject, shown)
  select f.user_id, f.id, 'logo', true from stores s join files f on f.user_id = s.uid and s.logo ->> 'src' = 'file/' || f.name
  on conflict do nothing;
insert into file_contents (user_id, id, sealed, bytes)
  select s.uid, c.id, false, c.bytes from stores s join files f on f.user_id = s.uid and s.logo ->> 'src' = 'file/' || f.name
    join lateral (select id, bytes from file_contents c where c.id = f.id and not c.sealed limit 1) c on true
  on conflict do nothing;
