-- What a coin is worth in the market's currency is a rate like others. A fixed rate does not grow old; those that were
-- set before were set without an age.
alter table exchange_rates add column fixed boolean not null default true;
alter table exchange_rates alter column fixed set default false;
alter table exchange_rates add column coin boolean generated always as (currency in ('USDT', 'ETH', 'BTC')) stored;

-- Prices are shown in no coin, so devices do not ask for the rates again when a coin's changes.
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

-- Until now a dollar was paid with one USDT.
insert into exchange_rates (currency, numerator, denominator, fixed) values ('USDT', 1, 1, true)
  on conflict (currency) do nothing;

-- What orders cost in a coin, as a person was shown it; the latest of each asset. `orders` is a JSON array of
-- { id, due, units }.
create table payment_quotes (
  id uuid not null unique,
  user_id uuid not null references users (id),
  asset text not null,
  orders jsonb not null,
  until timestamptz not null,
  primary key (user_id, asset)
);
