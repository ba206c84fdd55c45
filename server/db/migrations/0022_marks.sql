-- What a list of products can be narrowed by beside price, stock and place (contract/rules/facets.ts): of its attributes
-- those that are short and no code, the first eight.
create function marks_of(attributes jsonb) returns text[] immutable parallel safe language sql as $$
  select coalesce(array_agg(mark order by place), '{}') from (
    select a.name || '=' || a.value as mark, min(a.place) as place
    from rows from (jsonb_to_recordset(attributes) as (name text, value text)) with ordinality as a(name, value, place)
    where a.name not in ('EAN', 'Model', 'SKU', 'brand') and position('=' in a.name) = 0
      and length(a.name) between 1 and 40 and length(a.value) between 1 and 40
    group by 1 order by 2 limit 8) marks
$$;
alter table products add column marks text[] not null generated always as (marks_of(attributes)) stored;
create index products_marks on products using gin (marks);
