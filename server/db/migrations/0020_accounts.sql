-- An account that its person has deleted keeps its number, under which orders and the ledger stand, and nothing else.
-- Its address is then one that nobody can have. The code by which somebody invites others is 40 random bits.
alter table users
  add column deleted_at timestamptz,
  add column invitation text not null unique
    default upper(left(replace(gen_random_uuid()::text, '-', ''), 10)),
  add column invited_by uuid references users (id) on delete set null;
create index users_invited on users (invited_by, created_at) where invited_by is not null;
