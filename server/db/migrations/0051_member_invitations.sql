-- Membership of a store, and ownership, is an invitation until the person accepts it. Until then the row is that of no
-- member (ended_at is set), or stays in its role.
alter table store_members add column invited_role text check (invited_role in ('owner', 'staff'));
-- When they were last mailed of an invitation.
alter table store_members add column mailed_at timestamptz;
create or replace function members_are_owed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.role, old.since, old.ended_at, old.invited_role)
    is distinct from (new.role, new.since, new.ended_at, new.invited_role) then
    new.rev := null;
    new.person_rev := null;
    perform owes((select uid from stores where id = new.store_id)), owes(new.user_id);
  end if;
  return new;
end $$;
