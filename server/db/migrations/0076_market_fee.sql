-- The market's fee on an order, in basis points, as it was when the order was paid; and the units on which it is due:
-- those that the store has got of the order and not given back.
alter table orders
  add column fee_rate int not null default 0 check (fee_rate between 0 and 10000),
  add column charged_units numeric(78, 0) not null default 0 check (charged_units >= 0);

-- The market's own accounts, which are not chained, add up their postings.
create index ledger_postings_market on ledger_postings (account, asset) include (amount) where seq is null;
