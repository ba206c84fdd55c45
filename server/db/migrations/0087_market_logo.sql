-- The market's own logo, made anew as a square picture; one at most. `name` is its address, as of a person's file.
create table market_logo (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  bytes bytea not null,
  tint text not null
);
create unique index market_logo_one on market_logo ((true));

-- What the market writes about itself: who runs it stands there, too.
alter table article_groups drop constraint article_groups_role_check,
  add constraint article_groups_role_check check (role in ('faqs', 'buyers', 'sellers', 'about'));
update article_groups set role = 'about' where slug = 'about' and role is null;
