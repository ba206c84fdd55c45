-- How far the audit log had come on each day on which the market ran, in the order of `n`. An entry is as old as the
-- days that were counted after it: its own time may be that of a machine whose clock was wrong.
create table audit_days (
  n bigint generated always as identity primary key,
  day date not null unique,
  upto bigint not null
);

-- Up to which entry the log may be shortened: what was there 1095 counted days ago.
create function audit_past() returns bigint language sql stable as $$
  select upto from audit_days order by n desc offset 1095 limit 1
$$;
create or replace function audit_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.id <= audit_past() then return old; end if;
  raise exception 'the audit log is append-only';
end $$;
