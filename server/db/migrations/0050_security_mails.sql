-- Identities have an id by which their owner removes one, and the address that they had when they were joined.
alter table identities add column id uuid not null default gen_random_uuid();
alter table identities add column email text;
create unique index identities_id on identities (id);

-- Mails that wait for the mail server. A mail is written in the transaction of the change that it reports.
create table mails (
  id bigint generated always as identity primary key,
  address text not null,
  subject text not null,
  body text not null,
  tries int not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index mails_due on mails (due_at);
create index mails_address on mails (address);

-- When the password was last set by a mailed code, or the second factor was taken away.
alter table users add column credentials_reset_at timestamptz;
