-- A coin's worth in the market's currency is a rate like others. A fixed rate does not grow old. Rates of currencies
-- that were set before stay fixed, because nobody knew that they would expire.
alter table exchange_rates add column fixed boolean not null default true;
alter table exchange_rates alter column fixed set default false;
-- The source of rates has seen a jump: nothing is paid in the coin until operators set its rate.
alter table exchange_rates add column stopped boolean not null default false;
alter table exchange_rates add column coin boolean generated always as (currency in ('USDT', 'ETH', 'BTC')) stored;

-- No price is in a coin, so devices need not ask for the rates again when a coin's rate changes.
create or replace function rates_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into past_rates values (new.id, new.currency, new.numerator, new.denominator, new.at);
    delete from past_rates where currency = new.currency
      and id <= (select id from past_rates where currency = new.currency order by id desc offset 100 limit 1);
    if new.coin then return null; end if;
  end if;
  perform catalogue_rev();
  update catalogue_feed set rates = rev;
  return null;
end $$;

-- A coin may have had a rate as a currency. No price is in it any more, and devices ask for the rates again.
update exchange_rates set fixed = false where coin;
do $$ begin
  if exists (select from exchange_rates where coin) then
    perform catalogue_rev();
    update catalogue_feed set rates = rev;
  end if;
end $$;
create or replace function worth_of(amount bigint, currency text) returns bigint stable language plpgsql as $$
declare
  rate record;
  worth numeric;
begin
  if currency = 'USD' then return amount; end if;
  select r.numerator, r.denominator * 10::numeric ^ minor_places(worth_of.currency) as below into rate
    from exchange_rates r where r.currency = worth_of.currency and not r.coin;
  if not found then return null; end if;
  worth := div(2 * amount * rate.numerator::numeric * 100 + rate.below, 2 * rate.below);
  if worth > 9007199254740991 then return null; end if;
  return case when amount > 0 then greatest(1, worth) else worth end;
end $$;
update products set worth = null where currency in ('USDT', 'ETH', 'BTC') and worth is not null;

-- Until now a dollar was paid with one USDT.
insert into exchange_rates (currency, numerator, denominator, fixed) values ('USDT', 1, 1, true)
  on conflict (currency) do nothing;

-- The cost of orders in a coin, as a person was shown it, and the rate behind it; only the latest of each asset.
-- `orders` is a JSON array of { id, due, units }.
create table payment_quotes (
  id uuid not null unique,
  user_id uuid not null references users (id),
  asset text not null,
  numerator bigint not null,
  denominator bigint not null,
  orders jsonb not null,
  until timestamptz not null,
  primary key (user_id, asset)
);
