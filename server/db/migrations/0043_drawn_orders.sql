-- Orders that a store draws up for a buyer, who confirms them ------------------------------------------------
-- `drawn` is what the quotes of one such order have in common, `drawn_at` when it was drawn up; null where the buyer asked.
alter table quotes
  add column drawn uuid,
  add column drawn_at timestamptz;
create index quotes_drawn on quotes (store_id, drawn_at) where drawn is not null;
