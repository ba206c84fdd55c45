-- Applications for a loan. `rate` is interest a year in basis points, amounts are minor units. The offer's figures are
-- there once the operator has answered; `until` is when an offer ends, null for a refusal.
create table loans (
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  state text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  months int not null check (months > 0),
  rate int not null check (rate >= 0),
  purpose text not null,
  mobile text not null,
  name text not null,
  at timestamptz not null,
  offer_amount bigint check (offer_amount > 0),
  offer_months int check (offer_months > 0),
  offer_rate int check (offer_rate >= 0),
  note text not null default '',
  until timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  rev bigint not null,
  primary key (user_id, id)
);
create index loans_feed on loans (user_id, rev);
create unique index loans_open on loans (user_id) where state in ('applied', 'offered');
create index loans_waiting on loans (at) where state = 'applied';
create index loans_ending on loans (until) where state = 'offered';
