-- Photographs that a catalogue names and that are fetched when the operator asks for it. `picture` is what came of one.
create table photographs (
  product_id int not null references products on delete cascade,
  url text not null,
  sort smallint not null,
  state text not null default 'waiting' check (state in ('waiting', 'here', 'failed')),
  tries smallint not null default 0,
  tried_at timestamptz,
  reason text,
  picture jsonb,
  primary key (product_id, url)
);
create index photographs_waiting on photographs (url) where state = 'waiting';
