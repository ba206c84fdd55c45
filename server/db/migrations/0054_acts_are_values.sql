-- An act that waits for a second operator is a value of the contract's schema that names rows by their ids.
alter table pending_acts add column value jsonb;
-- From when the operator who asked may do it alone; null where somebody else could agree.
alter table pending_acts add column alone_from timestamptz;

create function trader_of(whom text) returns jsonb language sql as $$
  select case when whom like '%@%'
    then (select jsonb_build_object('person', id) from users where email = lower(whom) and deleted_at is null)
    when whom ~ '^[0-9]{1,9}$' then jsonb_build_object('store', whom::int) end
$$;

update pending_acts p set value = case act
  when 'refund' then jsonb_strip_nulls(jsonb_build_object('act', act, 'order', args ->> 0, 'words', args ->> 2))
  when 'report' then (
    select jsonb_build_object('act', act, 'report', r.id, 'words', p.args ->> 3,
      'refund', round((p.args ->> 2)::numeric * 100)::bigint)
    from order_reports r where r.id::text = p.args ->> 0)
  when 'suspend' then jsonb_build_object('act', act, 'whom', trader_of(args ->> 0), 'reason', args ->> 1)
  when 'unsuspend' then jsonb_build_object('act', act, 'whom', trader_of(args ->> 0))
  when 'operator' then (
    select jsonb_build_object('act', p.act, 'person', u.id,
      'rights', case p.args ->> 0 when 'add' then p.args - 0 - 0 end)
    from users u where u.email = lower(p.args ->> 1) and u.deleted_at is null)
  when 'second' then jsonb_build_object('act', 'limit', 'limit', 'secondEyesWorth',
    'value', round((args ->> 0)::numeric * 100)::bigint)
  end;
delete from pending_acts where value is null or value -> 'whom' = 'null'::jsonb;

drop function trader_of(text);
alter table pending_acts alter column value set not null;
alter table pending_acts drop column args;
alter table pending_acts drop column subject;

-- What an operator did alone in a day (UTC), against the limits of one operator.
create table operator_days (
  operator_id uuid not null references users (id) on delete cascade,
  day date not null,
  given_back bigint not null default 0,
  rates int not null default 0,
  primary key (operator_id, day)
);
