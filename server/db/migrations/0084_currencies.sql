-- The currencies in use, as contract/rules/currencies.ts has them.
create function is_currency(code text) returns boolean immutable parallel safe language sql as $$
  select code in (
    'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BHD', 'BIF', 'BMD', 'BND', 'BOB',
    'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CUP', 'CVE', 'CZK', 'DJF',
    'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD',
    'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF',
    'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT',
    'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN',
    'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP',
    'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS',
    'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VES', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XCG', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW',
    'ZWG')
$$;

-- A rate is of a currency or a coin. One of another code that was set before stays until an operator removes it, and
-- cannot be set again.
alter table exchange_rates add constraint exchange_rates_currency
  check (currency in ('USDT', 'ETH', 'BTC') or is_currency(currency)) not valid;

-- Where a rate is from: 'screen', 'command', or the name of a source of rates; '' where that was not kept. On a screen:
-- the operator who set it, and the one who asked for that where it took two.
alter table exchange_rates add column source text not null default '', add column set_by uuid references users (id),
  add column asked_by uuid references users (id);
alter table past_rates add column source text not null default '', add column set_by uuid references users (id),
  add column asked_by uuid references users (id);

create or replace function rates_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into past_rates (id, currency, numerator, denominator, at, source, set_by, asked_by)
      values (new.id, new.currency, new.numerator, new.denominator, new.at, new.source, new.set_by, new.asked_by);
    delete from past_rates where currency = new.currency
      and id <= (select id from past_rates where currency = new.currency order by id desc offset 100 limit 1);
    if new.coin then return null; end if;
  end if;
  perform catalogue_rev();
  update catalogue_feed set rates = rev;
  return null;
end $$;
