-- Back orders ---------------------------------------------------------------------------------------------------
-- `stock` is what can be ordered, as ever; `beyond` is how many pieces of it are not on the shelf, so that the shelf has
-- stock - beyond, or owes so many. A store lets so many pieces of each choice be ordered beyond the shelf
-- (`back_pieces`, 0 for none), which leave within `back_days`; `beyond` is more than that while more is owed.
alter table products
  add column back_pieces int not null default 0 check (back_pieces >= 0),
  add column back_days int not null default 0 check (back_days >= 0),
  add column beyond int not null default 0 check (beyond >= 0);
alter table variants add column beyond int not null default 0 check (beyond >= 0);

-- How many pieces of a line were back-ordered when it was placed, and within how many days they leave.
alter table order_lines
  add column back_num int not null default 0 check (back_num >= 0),
  add column back_days int not null default 0 check (back_days >= 0);
