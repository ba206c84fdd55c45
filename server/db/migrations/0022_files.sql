-- Files that people make on their devices. One is a person's by the SHA-256 of its bytes (id): whoever sends equal bytes
-- has a row, an address and pieces of their own, and what was made of them is kept once. `name` is its address.
create table files (
  user_id uuid not null references users on delete cascade,
  id text not null check (id ~ '^[0-9a-f]{64}$'),
  state text not null default 'coming' check (state in ('coming', 'here', 'refused')),
  size int not null check (size > 0),
  -- Up to where it has arrived.
  have int not null default 0 check (have between 0 and size),
  name text not null unique,
  at timestamptz not null default now(),
  primary key (user_id, id)
);
create index files_at on files (user_id, at);
create index files_id on files (id);
create table file_pieces (
  user_id uuid not null,
  id text not null,
  at int not null,
  bytes bytea not null,
  primary key (user_id, id, at),
  foreign key (user_id, id) references files on delete cascade
);
-- The picture that was made of a file, and the colour that stands in while it loads.
create table file_contents (id text primary key, bytes bytea not null, tint text not null);
-- What names a file: one that nothing names is deleted after a while.
create table file_uses (
  user_id uuid not null,
  id text not null,
  subject text not null,
  primary key (user_id, id, subject),
  foreign key (user_id, id) references files on delete cascade
);
create index file_uses_subject on file_uses (user_id, subject);

-- A person's avatar; one row a person who ever had one.
create table avatars (
  user_id uuid primary key references users on delete cascade,
  file text,
  picture jsonb,
  rev bigint not null
);
