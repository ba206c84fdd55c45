-- Whether an order was drawn up before is asked by its id, of all stores.
create index quotes_drawn_order on quotes (drawn) where drawn is not null;
