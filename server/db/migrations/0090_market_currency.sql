-- The market's currency: that of order amounts and limits, in which rates are. Its operator chooses it before the first
-- order (server/operator/market-currency.ts).
alter table catalogue_feed add column currency text not null default 'USD' check (is_currency(currency));

-- The worth of an amount in minor units of the market's currency at the present rate, rounded as
-- contract/rules/exchange.ts does; null without a rate, or when it is too large to be exact.
create or replace function worth_of(amount bigint, currency text) returns bigint stable language plpgsql as $$
declare
  market text;
  rate record;
  worth numeric;
begin
  select f.currency into market from catalogue_feed f;
  if worth_of.currency = market then return amount; end if;
  select r.numerator, r.denominator * 10::numeric ^ minor_places(worth_of.currency) as below into rate
    from exchange_rates r where r.currency = worth_of.currency and not r.coin;
  if not found then return null; end if;
  worth := div(2 * amount * rate.numerator::numeric * 10::numeric ^ minor_places(market) + rate.below, 2 * rate.below);
  if worth > 9007199254740991 then return null; end if;
  return case when amount > 0 then greatest(1, worth) else worth end;
end $$;

-- The currency never changes below an order or an invoice, by whatever way: an amount never becomes another.
create function market_currency_is_free() returns trigger language plpgsql as $$
begin
  if exists (select from orders) or exists (select from invoices) or exists (select from stores where demo) then
    raise exception 'The market keeps amounts in %', old.currency using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger market_currency_kept before update of currency on catalogue_feed for each row
  when (new.currency is distinct from old.currency) execute function market_currency_is_free();

-- An order that was reckoned while the currency changed is placed again.
create function orders_are_in_market_currency() returns trigger language plpgsql as $$
begin
  if new.due_currency is distinct from (select f.currency from catalogue_feed f) then
    raise exception 'The market is no longer in %', new.due_currency using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
create trigger orders_in_market_currency before insert on orders for each row
  execute function orders_are_in_market_currency();
