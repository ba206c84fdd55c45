-- The password with which a person pays. `wrong` counts the tries since the last right one. A try is counted before it
-- is checked, so that simultaneous tries count too.
create table fund_passwords (
  user_id uuid primary key references users (id),
  hash text not null,
  set_at timestamptz not null,
  wrong int not null default 0,
  locked_until timestamptz
);
-- Whether a linked account of another provider began the session.
alter table sessions add column social boolean not null default false;
