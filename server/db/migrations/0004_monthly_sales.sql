-- Monthly sales are pieces of orders shipped in the last 30 days and not refunded; server/market/monthly-sales.ts counts them anew.
-- What the demo market invented stays beside them: nothing is counted for it but what it has really sold.
alter table products add column monthly_demo int not null default 0 check (monthly_demo >= 0);
update products p set monthly_demo = p.monthly_sales from stores s where s.id = p.store_id and s.demo and p.monthly_sales > 0;

-- What was shipped lately, and what still shows that something was: so that a round reads neither old orders nor the whole catalogue.
create index orders_shipped on orders (shipped_at) where shipped_at is not null and closed_at is null;
create index products_sold_lately on products (id) where monthly_sales <> monthly_demo;
