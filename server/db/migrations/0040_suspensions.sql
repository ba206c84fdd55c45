-- What a store wants on sale (`offered`) is its own; whether it is (`active`) follows from that, from what the market has
-- taken off, and from whether the store is suspended. Kept by the database, whoever writes: what a suspended store's
-- members, a file or the operator do meanwhile is not on sale, and stands when the suspension ends.
alter table products add column offered boolean not null default true;
drop trigger products_hidden on products;
drop function products_hidden();
-- Hidden with their store until now; it is asked itself from here on.
update products set offered = active or hidden_for is not null, hidden_for = nullif(hidden_for, 'store');

create function products_on_sale() returns trigger language plpgsql as $$
begin
  new.active := new.offered and new.hidden_for is null
    and not exists (select from stores where id = new.store_id and suspended_for is not null);
  return new;
end $$;
create trigger products_active_new before insert on products for each row execute function products_on_sale();
-- Named to run before products_owed_changed, which asks what has changed of the row.
create trigger products_active before update on products for each row
  when ((old.offered, old.hidden_for, old.active) is distinct from (new.offered, new.hidden_for, new.active))
  execute function products_on_sale();

-- A store's figures count what is on sale, whatever it was that changed that.
drop trigger products_move on products;
create trigger products_move after update of store_id, active, offered, hidden_for, sales, turnover, currency on products for each row
  when ((old.store_id, old.active, old.sales, old.turnover, old.currency) is distinct from (new.store_id, new.active, new.sales, new.turnover, new.currency))
  execute function product_moves_figures();
update store_figures f set products = (select count(*) from products p where p.store_id = f.store_id and p.active)
  where exists (select from products p where p.store_id = f.store_id and p.hidden_for is not null);

-- The stores of whoever owned them alone are suspended with them, and resume with them.
alter table stores add column suspended_with uuid references users (id) on delete set null;

-- What was put on sale during a suspension is on sale no more.
with wrong as (select p.id from products p join stores s on s.id = p.store_id where p.active and s.suspended_for is not null),
  risen as (update catalogue_feed set rev = rev + 1 where exists (select from wrong) returning rev)
update products p set active = false, rev = risen.rev from wrong, risen where p.id = wrong.id;

-- A store hears of its own suspension with what it says of itself.
drop trigger stores_owe_terms on stores;
create trigger stores_owe_terms after update on stores for each row
  when ((old.shipping, old.tax_basis_points, old.currency, old.suspended_for)
    is distinct from (new.shipping, new.tax_basis_points, new.currency, new.suspended_for))
  execute function terms_are_owed();
