-- Where stores ship to, and for how much ---------------------------------------------------------------------
-- A store's zones in the order in which they were made, and its taxes by country:
--   [{"id": "…", "countries": ["EG", "SD"], "by": "weight", "price": 500, "grams": 1000, "freeFrom": 50000,
--     "days": {"least": 3, "most": 7}}], {"EG": {"rate": 1400, "included": true}}
-- Everywhere else the rate is stores.tax_basis_points, in the prices of goods (tax_included) or added to them.
alter table store_notices
  add column zones jsonb not null default '[]' check (jsonb_typeof(zones) = 'array'),
  add column taxes jsonb not null default '{}' check (jsonb_typeof(taxes) = 'object'),
  add column tax_included boolean not null default false;
-- The rows of all stores' feeds say so from now on.
update store_notices set rev = null;

-- What a piece weighs (grams); 0 where the store does not say, and for a choice that weighs what its product does.
alter table products add column weight int not null default 0 check (weight between 0 and 1000000);
alter table variants add column weight int not null default 0 check (weight between 0 and 1000000);

-- Taxes that the prices of an order's goods included when it was placed: they are a part of its total already.
alter table orders add column tax_included bigint not null default 0 check (tax_included >= 0);
