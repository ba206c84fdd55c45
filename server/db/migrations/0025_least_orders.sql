-- What a store asks for at least in one order: pieces over all its goods, or money in its own currency.
alter table stores add column least_pieces int check (least_pieces > 0);
alter table stores add column least_amount bigint check (least_amount > 0);
alter table stores add constraint stores_least check (least_pieces is null or least_amount is null);
