-- Pieces of a line that were reserved, never left, and went back on the shelf, and when. A count of the shelf that arrives
-- late is corrected by them.
alter table order_lines add column returned int not null default 0 check (returned >= 0 and returned <= num),
  add column returned_at timestamptz;
with gone as (
  select p.order_id, (part ->> 'id')::int as product_id, coalesce((part ->> 'variantId')::int, 0) as variant_id,
    sum((part ->> 'num')::int)::int as num
  from parcels p, jsonb_array_elements(p.lines) part where p.replaces is null group by 1, 2, 3
), ended as (
  select l.order_id, l.product_id, l.variant_id, greatest(0, l.num - coalesce(g.num, 0)) as num,
    coalesce(o.closed_at, o.shipped_at, o.created_at) as at
  from order_lines l join orders o on o.id = l.order_id left join gone g using (order_id, product_id, variant_id)
  where not o.reserved and (o.short or o.state in ('cancelled', 'refunded'))
)
update order_lines l set returned = e.num, returned_at = e.at from ended e
where l.order_id = e.order_id and l.product_id = e.product_id and l.variant_id = e.variant_id and e.num > 0;
