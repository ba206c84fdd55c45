-- Who somebody is at a provider of identities (OpenID Connect), and the attempts to sign in with one that are under way.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- With a subject it came back, and waits for the account of its address to agree.
create table social_attempts (
  ticket_hash bytea primary key,
  state text not null,
  nonce text not null,
  verifier text not null,
  subject text,
  email text,
  created_at timestamptz not null
);
create index social_attempts_age on social_attempts (created_at);
