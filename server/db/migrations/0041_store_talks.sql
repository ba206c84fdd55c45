-- Conversations as whoever is talked to has them -------------------------------------------------------
-- `desk_id` is what a store, or the operator, knows a conversation by: the buyer's own id of it is nobody else's. A store sees
-- its conversations and their lines in its own feed, as its orders (0026): `store_rev` is the store's feed rev of their last
-- change, null while that is owed to it, 0 where it is no store's. `store_read_to` is the last line that a member has seen,
-- `told_to` the last one of which members were told.
alter table talks
  add column desk_id uuid not null unique default gen_random_uuid(),
  add column store_read_to int not null default 0,
  add column told_to int not null default 0,
  add column store_rev bigint;
-- What was answered is seen; of what waits already nobody is told anew.
update talks set told_to = last, store_read_to = case when asked_at is null then last else 0 end,
  store_rev = case when store_id = 0 then 0 end;
create index talks_store_feed on talks (store_id, store_rev);
create index talks_owed on talks (store_id) where store_rev is null;

-- `by_person` is the member of the store who said it; a deleted account's number stays one.
alter table talk_lines
  add column store_id int not null default 0,
  add column by_person uuid,
  add column store_rev bigint;
update talk_lines l set store_id = t.store_id from talks t where t.user_id = l.user_id and t.id = l.talk_id;
update talk_lines set store_rev = 0 where store_id = 0;
create index talk_lines_store_feed on talk_lines (store_id, store_rev);
create index talk_lines_owed on talk_lines (store_id) where store_rev is null;

-- What changes of them is owed to the store's feed; a store without members is told when it has one.
create function talks_are_owed() returns trigger language plpgsql as $$
begin
  if new.store_id = 0 then
    new.store_rev := 0;
  else
    new.store_rev := null;
    perform owes(s.uid) from stores s where s.id = new.store_id
      and position(s.uid::text in coalesce(current_setting('caravan.owed', true), '')) = 0
      and exists (select from store_members m where m.store_id = new.store_id and m.ended_at is null);
  end if;
  return new;
end $$;
create trigger talks_owed_new before insert on talks for each row execute function talks_are_owed();
create trigger talks_owed_changed before update on talks for each row
  when ((old.last, old.at, old.asked_at, old.store_read_to, old.deleted)
    is distinct from (new.last, new.at, new.asked_at, new.store_read_to, new.deleted))
  execute function talks_are_owed();
create trigger talk_lines_owed_new before insert on talk_lines for each row execute function talks_are_owed();
create trigger talk_lines_owed_changed before update on talk_lines for each row
  when ((old.text, old.pictures, old.deleted) is distinct from (new.text, new.pictures, new.deleted))
  execute function talks_are_owed();
