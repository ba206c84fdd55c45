-- Outcomes keep what was decided and the keys of the rows that it touched. The rows live in their own tables; a repeat is
-- answered with them as they are then.
update outcomes o set result = o.result - 'rows' || jsonb_build_object('keys', coalesce((
  select jsonb_object_agg(of.feed_table, of.keys) from (
    select r.value ->> 'table' as feed_table, jsonb_agg(distinct r.value -> 'key') as keys
    from jsonb_array_elements(o.result -> 'rows') r group by 1) of), '{}'));
