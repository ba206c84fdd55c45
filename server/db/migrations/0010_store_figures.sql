-- Store figures ------------------------------------------------------------------------------------
-- What catalogue/store-json.ts shows of a store, kept by whoever changes a product, a review or a follow, in the same
-- transaction. Reckoned at each read they cost an index entry per product, review and follower of every store shown.
-- `stars`: the sum of all ratings. A store without a row has nothing yet.
create table store_figures (
  store_id int primary key references stores (id) on delete cascade,
  products int not null default 0,
  sales bigint not null default 0,
  turnover bigint not null default 0,
  reviews int not null default 0,
  stars bigint not null default 0,
  followers int not null default 0
);

create function move_figures(store int, products bigint, sales bigint, turnover bigint, reviews bigint, stars bigint, followers bigint)
  returns void language sql as $$
  insert into store_figures as f values (store, products, sales, turnover, reviews, stars, followers)
    on conflict (store_id) do update set products = f.products + excluded.products, sales = f.sales + excluded.sales,
      turnover = f.turnover + excluded.turnover, reviews = f.reviews + excluded.reviews, stars = f.stars + excluded.stars,
      followers = f.followers + excluded.followers
$$;

-- Products and reviews come in batches: one move a store. `changed` are the rows, the argument says whether they come or go.
create function products_move_figures() returns trigger language plpgsql as $$
declare
  sign int := tg_argv[0]::int;
begin
  perform move_figures(store_id, sign * products, sign * sales, sign * turnover, 0, 0, 0) from (
    select p.store_id, count(*) filter (where p.active) as products, sum(p.sales)::bigint as sales,
      coalesce(sum(p.turnover) filter (where p.currency = s.currency), 0)::bigint as turnover
    from changed p join stores s on s.id = p.store_id group by 1 order by 1) x;
  return null;
end $$;
create trigger products_come after insert on products referencing new table as changed for each statement execute function products_move_figures('1');
create trigger products_go after delete on products referencing old table as changed for each statement execute function products_move_figures('-1');

create function product_moves_figures() returns trigger language plpgsql as $$
begin
  perform move_figures(store_id, sum(sign * active::int)::bigint, sum(sign * sales)::bigint, sum(sign * turnover)::bigint, 0, 0, 0) from (
    select c.store_id, sign, active, sales, case when c.currency = s.currency then turnover else 0 end as turnover
    from (values (-1, old.store_id, old.active, old.sales, old.turnover, old.currency), (1, new.store_id, new.active, new.sales, new.turnover, new.currency))
      as c(sign, store_id, active, sales, turnover, currency) join stores s on s.id = c.store_id) x
    group by store_id order by store_id;
  return null;
end $$;
create trigger products_move after update of store_id, active, sales, turnover, currency on products for each row
  when ((old.store_id, old.active, old.sales, old.turnover, old.currency) is distinct from (new.store_id, new.active, new.sales, new.turnover, new.currency))
  execute function product_moves_figures();

create function reviews_move_figures() returns trigger language plpgsql as $$
declare
  sign int := tg_argv[0]::int;
begin
  perform move_figures(store_id, 0, 0, 0, sign * count(*), (sign * sum(rating))::bigint, 0) from changed group by store_id order by store_id;
  return null;
end $$;
create trigger reviews_come after insert on reviews referencing new table as changed for each statement execute function reviews_move_figures('1');
create trigger reviews_go after delete on reviews referencing old table as changed for each statement execute function reviews_move_figures('-1');

create function review_moves_figures() returns trigger language plpgsql as $$
begin
  perform move_figures(old.store_id, 0, 0, 0, -1, -old.rating, 0);
  perform move_figures(new.store_id, 0, 0, 0, 1, new.rating, 0);
  return null;
end $$;
create trigger reviews_move after update of store_id, rating on reviews for each row
  when ((old.store_id, old.rating) is distinct from (new.store_id, new.rating)) execute function review_moves_figures();

create function follow_moves_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_on then perform move_figures(old.store_id, 0, 0, 0, 0, 0, -1); end if;
  if tg_op <> 'DELETE' and new.is_on then perform move_figures(new.store_id, 0, 0, 0, 0, 0, 1); end if;
  return null;
end $$;
create trigger follows_come_and_go after insert or delete on follows for each row execute function follow_moves_figures();
create trigger follows_move after update of is_on on follows for each row when (old.is_on <> new.is_on) execute function follow_moves_figures();

create function store_recounts_turnover() returns trigger language plpgsql as $$
begin
  update store_figures set turnover = (select coalesce(sum(p.turnover), 0) from products p where p.store_id = new.id and p.currency = new.currency) where store_id = new.id;
  return null;
end $$;
create trigger stores_recount after update of currency on stores for each row when (old.currency <> new.currency) execute function store_recounts_turnover();

insert into store_figures (store_id, products, sales, turnover, reviews, stars, followers)
  select s.id, p.products, p.sales, p.turnover, r.reviews, r.stars, f.followers from stores s
    cross join lateral (select count(*) filter (where active) as products, coalesce(sum(sales), 0) as sales,
      coalesce(sum(turnover) filter (where currency = s.currency), 0) as turnover from products where store_id = s.id) p
    cross join lateral (select count(*) as reviews, coalesce(sum(rating), 0) as stars from reviews where store_id = s.id) r
    cross join lateral (select count(*) as followers from follows where store_id = s.id and is_on) f;

-- What only the reckoning read.
drop index products_store_figures;
drop index reviews_store;
drop index follows_store;
