-- Outcomes keep what was decided and the keys of the rows that it touched. The rows live in their own tables; a repeat is
-- answered with them as they are then. Changing the column's type rewrites the table and leaves no old row in its file.
create function outcome_by_keys(result jsonb) returns jsonb language sql immutable as $$
  select result - 'rows' || jsonb_build_object('keys', coalesce((
    select jsonb_object_agg(of.feed_table, of.keys) from (
      select r.value ->> 'table' as feed_table, jsonb_agg(distinct r.value -> 'key') as keys
      from jsonb_array_elements(result -> 'rows') r group by 1) of), '{}'))
$$;
alter table outcomes alter column result type jsonb using outcome_by_keys(result);
drop function outcome_by_keys;
