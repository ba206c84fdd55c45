-- Positions of a person's feed ----------------------------------------------------------------------
-- Each rise of a feed has a random stamp. A database that is restored from a backup counts the same revs again with
-- other stamps, so that "rev.stamp" tells whether a device has seen this feed or one that is lost.
alter table feeds add column stamp bigint not null default floor(random() * 1000000000000);

-- The stamps of earlier rises, kept 180 days. The last rise's stands in the feed itself, too, and outlives that.
create table feed_stamps (
  user_id uuid not null references users (id) on delete cascade,
  rev bigint not null,
  stamp bigint not null,
  at timestamptz not null default now(),
  primary key (user_id, rev)
);
create index feed_stamps_age on feed_stamps using brin (at);
insert into feed_stamps (user_id, rev, stamp) select user_id, rev, stamp from feeds;
