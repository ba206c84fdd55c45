-- Who runs the market, and what each may do. The code is the one that opens the entrance, once; `entered_at` is when it
-- did.
create table operators (
  user_id uuid primary key references users (id) on delete cascade,
  rights text[] not null,
  code_hash bytea,
  code_tries int not null default 0,
  code_until timestamptz,
  entered_at timestamptz,
  since timestamptz not null
);

-- Second factors (TOTP, RFC 6238). `last_step` is the time step of the last code that was taken: none is taken twice.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
-- Until when a session counts as proven by its second factor.
alter table sessions add column proven_until timestamptz;

-- What was changed, by whom and how. A row carries the hash of the one before it, so that none can be changed or taken
-- out of the middle unseen; the oldest go together once they are past their time.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  by_user uuid,
  via text not null check (via in ('screen', 'command', 'timer')),
  what text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  previous bytea,
  hash bytea not null
);
create index audit_log_at on audit_log (at);
create index audit_log_subject on audit_log (subject, id);

create function audit_hash(a audit_log) returns bytea language sql immutable as $$
  select sha256(convert_to(concat_ws(chr(31), coalesce(encode(a.previous, 'hex'), '-'), a.id,
    round(extract(epoch from a.at) * 1000), coalesce(a.by_user::text, '-'), a.via, a.what, a.subject,
    coalesce(a.before::text, '-'), coalesce(a.after::text, '-')), 'UTF8'))
$$;
create function audit_chained() returns trigger language plpgsql as $$
begin
  -- One after the other: each needs the one before it, committed.
  perform pg_advisory_xact_lock(7260612);
  select hash into new.previous from audit_log order by id desc limit 1;
  new.id := coalesce((select max(id) from audit_log), 0) + 1;
  new.at := date_trunc('milliseconds', new.at);
  new.hash := audit_hash(new);
  return new;
end $$;
create trigger audit_chained before insert on audit_log for each row execute function audit_chained();
create function audit_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1095 days' then return old; end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_kept before update or delete on audit_log for each row execute function audit_kept();
create trigger audit_whole before truncate on audit_log for each statement execute function audit_kept();

-- Acts that wait for another operator to agree.
create table pending_acts (
  id uuid primary key default gen_random_uuid(),
  act text not null,
  args jsonb not null,
  subject text not null,
  asked_by uuid not null references users (id) on delete cascade,
  asked_at timestamptz not null,
  until timestamptz not null
);
create index pending_acts_asked on pending_acts (asked_by);

-- Persons and stores that may not trade for now, and why.
alter table users add column suspended_at timestamptz;
alter table users add column suspended_for text;
alter table stores add column suspended_at timestamptz;
alter table stores add column suspended_for text;

-- Why the operator hid a product or a review; a hidden product is offered to nobody, whoever changes it.
alter table products add column hidden_for text;
alter table reviews add column hidden_for text;
create function products_hidden() returns trigger language plpgsql as $$
begin
  if new.hidden_for is not null then new.active := false; end if;
  return new;
end $$;
create trigger products_hidden before update on products for each row
  when (new.hidden_for is not null) execute function products_hidden();
