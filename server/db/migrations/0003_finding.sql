-- Feed ---------------------------------------------------------------------------------------------
-- `mark` tells this database's cursors from another's; `categories` is the rev at which a category last changed.
alter table catalogue_feed add column mark bigint not null default floor(random() * 1000000000), add column categories bigint not null default 0;

-- The rev of this transaction's changes of the catalogue: the feed is raised, and thereby locked, unless this transaction has done so already.
create function catalogue_rev() returns bigint volatile language sql as $$
  update catalogue_feed set rev = rev + (xmin <> pg_current_xact_id()::xid)::int returning rev
$$;

-- Worth --------------------------------------------------------------------------------------------
-- As contract/amounts.ts: decimal places of the currencies whose minor unit is not a hundredth (ISO 4217).
create function minor_places(currency text) returns int immutable parallel safe language sql as $$
  select case when currency in ('JPY', 'KRW', 'VND', 'IDR', 'CLP') then 0 when currency in ('KWD', 'BHD', 'OMR', 'JOD', 'TND') then 3 else 2 end
$$;

-- What an amount is worth in dollar cents at the present rate, rounded as server/market/exchange.ts does; null without a rate, or when it is too large to be exact.
create function worth_of(amount bigint, currency text) returns bigint stable language plpgsql as $$
declare
  rate record;
  worth numeric;
begin
  if currency = 'USD' then return amount; end if;
  select r.numerator, r.denominator * 10::numeric ^ minor_places(worth_of.currency) as below into rate from exchange_rates r where r.currency = worth_of.currency;
  if not found then return null; end if;
  worth := div(2 * amount * rate.numerator::numeric * 100 + rate.below, 2 * rate.below);
  if worth > 9007199254740991 then return null; end if;
  return case when amount > 0 then greatest(1, worth) else worth end;
end $$;

-- The unit price of the first step, worth in dollar cents: what prices of different currencies are sorted and filtered by.
alter table products add column worth bigint;

create function products_set_worth() returns trigger language plpgsql as $$
begin
  new.worth := worth_of(new.price, new.currency);
  return new;
end $$;
create trigger products_worth before insert or update of price, currency, worth on products for each row execute function products_set_worth();

-- A rate that changes reaches the products it touches, as a change of the catalogue.
create function rates_reach_products() returns trigger language plpgsql as $$
declare
  risen bigint;
  named text := coalesce(new.currency, old.currency);
begin
  if exists (select 1 from products p where p.currency = named and p.worth is distinct from worth_of(p.price, p.currency)) then
    risen := catalogue_rev();
    update products p set worth = worth_of(p.price, p.currency), rev = risen where p.currency = named and p.worth is distinct from worth_of(p.price, p.currency);
  end if;
  return null;
end $$;
create trigger rates_changed after insert or update or delete on exchange_rates for each row execute function rates_reach_products();

update products set worth = worth_of(price, currency);
-- Where there is no worth, last in both orders; expressions, so that a page begins at its key in the index.
drop index products_price;
create index products_worth_up on products (coalesce(worth, 9007199254740991), id) where active;
create index products_worth_down on products (coalesce(worth, -1) desc, id desc) where active;

-- What else is in a product's own category.
create index products_own_category on products (category_id, monthly_sales desc, id desc) where active;

-- Stores -------------------------------------------------------------------------------------------
-- The country it ships from (ISO 3166-1 alpha-2); null where it has not said.
alter table stores add column area text check (area ~ '^[A-Z]{2}$');
create index stores_area on stores (area);
create index stores_rev on stores (rev, id);

-- What is shown of a store does not change without its rev, whoever changes it; its counters are computed and need none.
create function stores_raise_rev() returns trigger language plpgsql as $$
begin
  if new.rev = old.rev then new.rev := catalogue_rev(); end if;
  return new;
end $$;
create trigger stores_shown before update on stores for each row
  when ((old.name, old.logo, old.area, old.currency, old.demo) is distinct from (new.name, new.logo, new.area, new.currency, new.demo)) execute function stores_raise_rev();

-- Changes ------------------------------------------------------------------------------------------
drop index products_rev;
create index products_rev on products (rev, id);
create function categories_raise_rev() returns trigger language plpgsql as $$
begin
  perform catalogue_rev();
  update catalogue_feed set categories = rev;
  return null;
end $$;
create trigger categories_changed after insert or update or delete on categories for each statement execute function categories_raise_rev();

-- Codes --------------------------------------------------------------------------------------------
-- What a product is known by beside its name, from its attributes; several EANs stand in one attribute.
create function codes_of(attributes jsonb) returns jsonb immutable parallel safe language sql as $$
  select coalesce(jsonb_agg(distinct code), '[]') from jsonb_to_recordset(attributes) as a(name text, value text),
    lateral regexp_split_to_table(a.value, case when a.name = 'EAN' then '\s*,\s*' else '^$' end) as code
  where a.name in ('EAN', 'Model', 'SKU') and code <> ''
$$;
alter table products add column codes jsonb not null generated always as (codes_of(attributes)) stored;

-- Search -------------------------------------------------------------------------------------------
-- A vector's token carries as weights the texts it stands in: A title, B brand and codes, C its category, D those above. Vectors are
-- written by the program, which folds the texts: what has none yet is given one at the next start.
drop index products_tokens;
alter table products add column title_words smallint not null default 1 check (title_words between 1 and 255);
update products set tokens = null;
create index products_untold on products (id) where tokens is null;

-- The vectors by token: in which products it stands, each as id * 4096 + title_words * 16 + mask of the texts (contract/search-rank.ts), and in
-- how many. The empty token: how many vectors there are. `catalogue_feed.terms` is the rev at which any of it last changed.
create table search_terms (term text collate "C" primary key, products int not null, postings bigint[] not null);
alter table search_terms alter column postings set storage external;
alter table catalogue_feed add column terms bigint not null default 0;

create function mask_of(weights text[]) returns int immutable parallel safe language sql as $$
  select ('A' = any(weights))::int + ('B' = any(weights))::int * 2 + ('C' = any(weights))::int * 4 + ('D' = any(weights))::int * 8
$$;

create function tell_search_terms(named text[]) returns void language sql as $$
  insert into search_terms as s (term, products, postings)
    select term, count(*)::int, array_agg(posting order by posting) from (
      select t.lexeme as term, p.id * 4096::bigint + p.title_words * 16 + mask_of(t.weights) as posting
        from products p, unnest(p.tokens) t where p.source_id = any(named)
      union all select '', p.id * 4096::bigint from products p where p.source_id = any(named) and p.tokens is not null) told
    group by term order by term
    on conflict (term) do update set products = s.products + excluded.products, postings = s.postings || excluded.postings;
  update catalogue_feed set terms = rev;
$$;

-- Before the vectors of products change or go.
create function untell_search_terms(named text[]) returns void language plpgsql as $$
declare
  ids bigint[] := array(select id from products where source_id = any(named) and tokens is not null);
begin
  update search_terms s set (products, postings) = (select count(*)::int, coalesce(array_agg(x), '{}') from unnest(s.postings) x where x / 4096 not in (select unnest(ids)))
    where s.term in (select unnest(tsvector_to_array(tokens)) from products where id = any(ids) union all select '');
  delete from search_terms where products = 0;
  update catalogue_feed set terms = rev;
end $$;
