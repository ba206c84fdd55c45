-- A rate has a number, a new one each time that it changes, and what it was before stays known for a while: an order
-- states the rate that its buyer saw. Of each currency the last hundred are kept.
create sequence exchange_rate_ids;
alter table exchange_rates add column id bigint not null default nextval('exchange_rate_ids');
create table past_rates (
  id bigint primary key,
  currency text not null,
  numerator bigint not null,
  denominator bigint not null,
  at timestamptz not null
);
create index past_rates_currency on past_rates (currency, id);
insert into past_rates select id, currency, numerator, denominator, at from exchange_rates;

-- The rev of the catalogue's feed at which the rates last changed: a device that stands before it asks for them.
alter table catalogue_feed add column rates bigint not null default 0;

create function rates_get_numbers() returns trigger language plpgsql as $$
begin
  new.id := nextval('exchange_rate_ids');
  return new;
end $$;
create trigger rates_numbered before update on exchange_rates for each row execute function rates_get_numbers();

create function rates_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into past_rates values (new.id, new.currency, new.numerator, new.denominator, new.at);
    delete from past_rates where currency = new.currency
      and id <= (select id from past_rates where currency = new.currency order by id desc offset 100 limit 1);
  end if;
  perform catalogue_rev();
  update catalogue_feed set rates = rev;
  return null;
end $$;
create trigger rates_kept after insert or update or delete on exchange_rates for each row execute function rates_are_kept();
