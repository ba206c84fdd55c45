-- Minor units as ISO 4217 has them -----------------------------------------------------------------
-- As contract/amounts.ts: decimal places of the currencies whose minor unit is not a hundredth. Until now the zero
-- places of BIF to XPF, the three of IQD and LYD and the four of CLF and UYW were taken for two. IDR stays at zero
-- (docs/decisions/0018-minor-units.md).
create or replace function minor_places(currency text) returns int immutable parallel safe language sql as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'IDR', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when currency in ('CLF', 'UYW') then 4
    else 2 end
$$;

-- Amounts of these currencies were stored in hundredths, and are rewritten.
create function pg_temp.was_hundredths(currency text) returns boolean immutable language sql as $$
  select currency in ('BIF', 'DJF', 'GNF', 'ISK', 'KMF', 'PYG', 'RWF', 'UGX', 'UYI', 'VUV', 'XAF', 'XOF', 'XPF', 'IQD', 'LYD', 'CLF', 'UYW')
$$;

-- Hundredths as minor units, rounded half up, but never to nothing: what costs something is not free.
create function pg_temp.in_minor_units(amount bigint, currency text) returns bigint immutable language sql as $$
  select case when amount > 0 then greatest(1, minor) else minor end
    from (select round(amount * 10::numeric ^ minor_places(currency) / 100)::bigint as minor) x
$$;

do $$
declare
  risen bigint;
begin
  -- The catalogue: one rev for all that changes. A store's turnover is the sum of its products'.
  if exists (select from products where pg_temp.was_hundredths(currency)) or exists (select from stores where pg_temp.was_hundredths(currency)) then
    risen := catalogue_rev();
    -- A choice's extra is the difference of two prices, and stays one.
    update variants v set extra = pg_temp.in_minor_units(p.price + v.extra, p.currency) - pg_temp.in_minor_units(p.price, p.currency)
      from products p where p.id = v.product_id and pg_temp.was_hundredths(p.currency);
    update products set
        ladder = (select coalesce(jsonb_agg(step || jsonb_build_object('price', pg_temp.in_minor_units((step ->> 'price')::bigint, currency)) order by nth), '[]')
          from jsonb_array_elements(ladder) with ordinality as steps(step, nth)),
        price = pg_temp.in_minor_units(price, currency),
        turnover = pg_temp.in_minor_units(turnover, currency),
        rev = risen
      where pg_temp.was_hundredths(currency);
    update stores set shipping = pg_temp.in_minor_units(shipping, currency), rev = risen where pg_temp.was_hundredths(currency);
  end if;

  -- What people own: the feed of each rises once, as feed/owner-feed.ts raises it, and their rows carry that rev.
  with touched as (
    select user_id from cart_lines where pg_temp.was_hundredths(currency)
    union select user_id from orders where pg_temp.was_hundredths(currency)
  ), raised as (
    update feeds f set rev = f.rev + 1, stamp = floor(random() * 1000000000000) from touched t where t.user_id = f.user_id returning f.user_id, f.rev, f.stamp
  )
  insert into feed_stamps (user_id, rev, stamp) select user_id, rev, stamp from raised;
  update cart_lines c set seen_price = pg_temp.in_minor_units(c.seen_price, c.currency), rev = f.rev
    from feeds f where f.user_id = c.user_id and pg_temp.was_hundredths(c.currency);
  -- Sums stay sums: an order's lines, goods and total are reckoned from the rewritten prices. What is due stands in the balance's currency.
  update order_lines l set price = pg_temp.in_minor_units(l.price, o.currency), amount = pg_temp.in_minor_units(l.price, o.currency) * l.num
    from orders o where o.id = l.order_id and pg_temp.was_hundredths(o.currency);
  update orders o set goods = (select coalesce(sum(l.amount), 0) from order_lines l where l.order_id = o.id),
      shipping = pg_temp.in_minor_units(o.shipping, o.currency), tax = pg_temp.in_minor_units(o.tax, o.currency), rev = f.rev
    from feeds f where f.user_id = o.user_id and pg_temp.was_hundredths(o.currency);
  update orders set total = goods + shipping + tax where pg_temp.was_hundredths(currency);
end $$;

drop function pg_temp.in_minor_units(bigint, text);
drop function pg_temp.was_hundredths(text);
