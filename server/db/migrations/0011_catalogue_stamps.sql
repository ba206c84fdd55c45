-- Each rise of the catalogue has a random stamp, as a person's feed has (0007): a device's cursor names it, so that a
-- catalogue restored from a backup is told from the one that the device followed, also once it has grown past the cursor.
create table catalogue_stamps (rev bigint primary key, stamp bigint not null, at timestamptz not null default now());
create index catalogue_stamps_age on catalogue_stamps using brin (at);

create function catalogue_stamped() returns trigger language plpgsql as $$
begin
  insert into catalogue_stamps (rev, stamp) values (new.rev, floor(random() * 1000000000))
    on conflict (rev) do update set stamp = excluded.stamp, at = excluded.at;
  return null;
end $$;
create trigger catalogue_rose after update on catalogue_feed for each row when (new.rev <> old.rev)
  execute function catalogue_stamped();
insert into catalogue_stamps (rev, stamp) select rev, floor(random() * 1000000000) from catalogue_feed;
