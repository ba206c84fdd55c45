-- What a buyer writes on an order besides its remark: notes on its lines (JSON, as it came), and their own number of it.
alter table orders add column notes text check (length(notes) <= 20000);
alter table orders add column po_number text check (length(po_number) <= 40);
