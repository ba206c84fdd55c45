-- Who of a store answered a problem, and who gave something back, as parcels say who sent them.
alter table order_reports add column answered_by uuid;
alter table order_refunds add column by_person uuid;
-- Stores see more of their orders: all of these are owed to their feeds again.
update orders set store_rev = null where store_id in (select store_id from store_members);
