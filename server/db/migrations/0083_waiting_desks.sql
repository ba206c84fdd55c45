-- Conversations with the market: the operator who answers one, and when it was closed; null for nobody in particular,
-- and where it is open.
alter table talks
  add column held_by uuid,
  add column closed_at timestamptz;
create index talks_of_market on talks (at) where store_id = 0 and not deleted;
create index talks_held on talks (held_by) where held_by is not null;

-- Answering them was a part of the right to suspend people.
update operators set rights = array_append(rights, 'service')
  where 'people' = any(rights) and not 'service' = any(rights);

-- Price requests of all stores by how long they wait, and when an operator last reminded a store of its own.
create index quotes_waiting on quotes (asked_at) where asked_at is not null;
create table store_reminders (
  store_id int primary key references stores (id) on delete cascade,
  at timestamptz not null
);

-- What waits for operators and was told to them, until it waits no longer.
create table told_waits (
  what text not null,
  item uuid not null,
  since timestamptz not null,
  primary key (what, item)
);
-- The operators who have yet to be told that something waits.
create table operator_tells (
  user_id uuid not null references operators (user_id) on delete cascade,
  what text not null,
  primary key (user_id, what)
);
-- Whether something new waits since the last mail about it, and when that was sent.
alter table operators
  add column mail_due boolean not null default false,
  add column mailed_at timestamptz;
