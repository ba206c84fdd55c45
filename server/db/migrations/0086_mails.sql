-- Mails ----------------------------------------------------------------------------------------------------
-- What a mail is beside its words: language, kind, the paths of what it tells (server/mails/letter.ts).
alter table mails add column letter jsonb not null default '{}';

-- What a person is told by mail, by kind: `lines` wait to be gathered into one mail, at `due_at`; `more` counts those
-- beyond what a mail holds. `sent` mails of the kind have gone since `since`, the last at `last_at`.
create table mail_notices (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  lines jsonb not null default '[]',
  more int not null default 0,
  due_at timestamptz,
  sent int not null default 0,
  since timestamptz,
  last_at timestamptz,
  primary key (user_id, kind)
);
create index mail_notices_due on mail_notices (due_at) where due_at is not null;

-- Whose mails come back, why, and since when; until the address is proven, or is another.
create table mail_bounces (
  user_id uuid primary key references users (id) on delete cascade,
  address text not null,
  reason text not null,
  status text,
  said text not null,
  at timestamptz not null,
  cleared_at timestamptz
);
create index mail_bounces_address on mail_bounces (address) where cleared_at is null;

-- How many mails left on a day (UTC), how many were refused for good, and of how many people mails began to come back.
create table mail_days (
  day date primary key,
  sent int not null default 0,
  refused int not null default 0,
  bounces int not null default 0
);
