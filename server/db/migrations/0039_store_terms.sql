-- What a store asks and promises for an order ------------------------------------------------------------
-- A product leaves within so many days of being paid for; one day is the market's own promise.
alter table products add column lead_days smallint not null default 1 check (lead_days between 1 and 60);
-- By when a paid order is to leave, as it stood when it was paid for; null: before this was kept, a day after payment.
alter table orders add column ship_by timestamptz;

-- A store's days to areas, by their codes: {"DE": {"least": 2, "most": 4}}. Its row now also says what orders are charged,
-- so each store has one; without a rev it is owed to the store's feed, as in 0026.
alter table store_notices alter column rev drop not null,
  add column days jsonb not null default '{}';
create index store_notices_owed on store_notices (store_id) where rev is null;
insert into store_notices (store_id) select id from stores on conflict do nothing;
update store_notices set rev = null;

create function stores_say() returns trigger language plpgsql as $$
begin
  insert into store_notices (store_id) values (new.id);
  return null;
end $$;
create trigger stores_say_something after insert on stores for each row execute function stores_say();

-- Whoever else changes what a store's orders are charged owes it to the store.
create function terms_are_owed() returns trigger language plpgsql as $$
begin
  update store_notices set rev = null where store_id = new.id;
  perform owes(new.uid);
  return null;
end $$;
create trigger stores_owe_terms after update on stores for each row
  when ((old.shipping, old.tax_basis_points, old.currency) is distinct from (new.shipping, new.tax_basis_points, new.currency))
  execute function terms_are_owed();

-- What stores had said and no buyer was told is in their rows of the catalogue from now on, and so are their terms.
with risen as (update catalogue_feed set rev = rev + 1 where exists (select from stores) returning rev)
update stores set rev = risen.rev from risen;
