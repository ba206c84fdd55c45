-- What a store calls a line of an order: its own code of the product, and that of the choice, as they were when it was
-- placed; '' where it gave none. Lines of before have those that the goods have now.
alter table order_lines
  add column code text not null default '',
  add column sku text not null default '';
update order_lines l set code = p.code,
  sku = coalesce((select v.sku from variants v where v.id = l.variant_id and v.product_id = l.product_id), '')
  from products p where p.id = l.product_id and (p.code <> '' or l.variant_id <> 0);

-- Devices have these orders already: each buyer's feed rises once and brings them their codes, and all are owed to
-- their stores' feeds again.
with coded as (
  select distinct o.id, o.user_id from orders o join order_lines l on l.order_id = o.id where l.code <> '' or l.sku <> ''
), risen as (
  update feeds f set rev = f.rev + 1, stamp = floor(random() * 1000000000000)
    where f.user_id in (select user_id from coded) returning f.user_id, f.rev, f.stamp
), stamped as (insert into feed_stamps (user_id, rev, stamp) select user_id, rev, stamp from risen)
update orders o set rev = r.rev from risen r join coded c on c.user_id = r.user_id where o.id = c.id;
-- Of a buyer without a feed, too.
update orders set store_rev = null where store_rev is not null
  and id in (select order_id from order_lines where code <> '' or sku <> '');
