-- What an account may store in a day: how many intents have been stored on the day `stored_on` (UTC). `floor`: no tombstone up to this rev is left.
alter table feeds add column stored_on date, add column stored int not null default 0, add column floor bigint not null default 0;

-- How far a person's feed had risen at some time. What has not changed since a mark of 180 days ago is at least that old.
create table feed_marks (
  user_id uuid not null references users (id) on delete cascade,
  at timestamptz not null,
  rev bigint not null,
  primary key (user_id, at)
);
create index feed_marks_age on feed_marks (at);

-- What the operator has set, in whole numbers; what is not listed is as the program has it.
create table settings (name text primary key, value bigint not null);

-- A person sees their sessions and ends them one by one, by an id that is no secret.
alter table sessions add column id uuid not null default gen_random_uuid() unique, add column seen_at timestamptz, add column device text not null default '';
update sessions set seen_at = created_at;
alter table sessions alter column seen_at set not null, alter column seen_at set default now();
drop index sessions_user;
create index sessions_user on sessions (user_id, seen_at);

-- A buyer's unpaid orders are counted at each placing; a balance is read from the index alone.
create index orders_unpaid on orders (user_id) where state = 'unpaid';
drop index ledger_account;
create index ledger_account on ledger_postings (account, currency) include (amount);
