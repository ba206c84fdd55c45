-- The rate by which an order in another currency is paid, as it was when it was placed: id, currency, numerator,
-- denominator, at (Unix ms). Null in the market's own currency, and in orders that were placed before this was kept.
alter table orders add column rate jsonb;
