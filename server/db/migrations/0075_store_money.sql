-- Owners of a store withdraw its earnings. `user_id` of withdrawals and postings is an owner's uid now, a person's or a
-- store's (0026); `asked_by` is the person who asked.
alter table withdrawals drop constraint withdrawals_user_id_fkey,
  add constraint withdrawals_owner foreign key (user_id) references owners (uid),
  add column store_id int references stores (id),
  add column asked_by uuid references users (id);
update withdrawals set asked_by = user_id;
alter table withdrawals alter column asked_by set not null;
create index withdrawals_asked on withdrawals (asked_by, at);

-- A posting to a store's account is a row of the store's feed.
create function account_owner(account text) returns uuid language sql stable as $$
  select case
    when account ~ '^user:' then split_part(account, ':', 2)::uuid
    when account ~ '^store:[0-9]+:' then (select uid from stores where id = split_part(account, ':', 2)::int)
  end
$$;
alter table ledger_postings disable trigger ledger_postings_kept;
update ledger_postings set user_id = account_owner(account) where account like 'store:%' and seq is not null;
alter table ledger_postings enable trigger ledger_postings_kept;

create or replace function ledger_link() returns trigger language plpgsql as $$
declare
  head ledger_heads;
  entry ledger_entries;
begin
  new.seq := null;
  new.balance := null;
  new.hash := null;
  new.user_id := null;
  new.rev := null;
  -- Dollars are the old book.
  if new.asset = 'USD' or new.account !~ '^(user|store|escrow|withdrawal):' then return new; end if;
  insert into ledger_heads (account, asset, seq, balance, hash)
    values (new.account, new.asset, 0, 0, sha256(convert_to(new.account || E'\n' || new.asset, 'UTF8')))
    on conflict (account, asset) do nothing;
  select * into head from ledger_heads where account = new.account and asset = new.asset for update;
  select * into entry from ledger_entries where id = new.entry_id;
  new.seq := head.seq + 1;
  new.balance := head.balance + new.amount;
  if new.balance < 0 then
    raise exception '% would leave % at % %', entry.cause, new.account, new.balance, new.asset
      using errcode = 'check_violation';
  end if;
  new.hash := sha256(head.hash || convert_to(new.entry_id || E'\n' || entry.cause || E'\n'
    || floor(extract(epoch from entry.created_at) * 1000)::bigint || E'\n' || new.amount || E'\n' || new.balance, 'UTF8'));
  update ledger_heads set seq = new.seq, balance = new.balance, hash = new.hash
    where account = new.account and asset = new.asset;
  new.user_id := account_owner(new.account);
  if new.user_id is not null then
    -- The transaction that has raised the feed holds it. To another's it is owed, as it is where the feed was raised
    -- within a savepoint.
    select f.rev into new.rev from feeds f where f.user_id = new.user_id and f.xmin = pg_current_xact_id()::xid;
    if new.rev is null then perform owes(new.user_id); end if;
  end if;
  return new;
end $$;
