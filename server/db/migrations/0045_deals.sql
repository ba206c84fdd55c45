-- A product at a reduced price until a moment: {percent, until, usual}. `ladder` and `price` are then the reduced ones, so that
-- lists, filters and orders reckon with what it costs now; `usual` is what its store wrote, and what it costs after the end.
alter table products add column deal jsonb;
create index products_deal_ends on products (((deal ->> 'until')::bigint)) where deal is not null;
