-- Orders are counted; the number that people read is made from the count (orders/order-number.ts).
alter table orders add column serial bigint generated always as identity unique;

-- Devices have the orders that were there already: each owner's feed rises once, and brings them their numbers.
with owners as (select distinct user_id from orders), risen as (
  update feeds f set rev = f.rev + 1, stamp = floor(random() * 1000000000000) from owners o where f.user_id = o.user_id
  returning f.user_id, f.rev, f.stamp
), stamped as (insert into feed_stamps (user_id, rev, stamp) select user_id, rev, stamp from risen)
update orders o set rev = r.rev from risen r where o.user_id = r.user_id;
