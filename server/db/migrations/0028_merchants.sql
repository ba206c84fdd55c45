-- By which keys this database lives: only they are used with it (server/keys).
create table market_keys (
  name text primary key check (name in ('seal', 'sign')),
  fingerprint text not null,
  since timestamptz not null default now()
);
-- What people send is sealed until something shows it.
alter table file_pieces add column sealed boolean not null default false;
alter table file_contents add column sealed boolean not null default false;

-- Applications to sell here. The pictures of documents are files, sealed; so is the document's number (identity).
create table merchant_applications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  state text not null check (state in ('submitted', 'inReview', 'changes', 'approved', 'refused')),
  store_name text not null,
  -- The name as two names are compared.
  name_key text not null,
  real_name text not null,
  logo jsonb,
  files jsonb not null,
  identity bytea,
  code text not null,
  invited_by int references stores on delete set null,
  asked jsonb not null default '[]',
  reason text,
  receipt text,
  sent int not null default 1,
  submitted_at timestamptz not null,
  taken_at timestamptz,
  decided_at timestamptz,
  -- When its documents were deleted.
  cleared_at timestamptz,
  store_id int unique references stores on delete set null,
  rev bigint not null
);
create unique index merchant_applications_open on merchant_applications (user_id) where state <> 'refused';
create unique index merchant_applications_name on merchant_applications (name_key) where state <> 'refused';
create index merchant_applications_feed on merchant_applications (user_id, rev);
create index merchant_applications_queue on merchant_applications (submitted_at) where state in ('submitted', 'inReview');
create index merchant_applications_invited on merchant_applications (invited_by);
create index merchant_applications_due on merchant_applications (decided_at) where cleared_at is null;

-- By which code a store invites others to sell here.
create table merchant_codes (
  store_id int primary key references stores on delete cascade,
  code text not null unique
);
