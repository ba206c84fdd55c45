-- Products as their stores write them ------------------------------------------------------------------
-- `uid` is what the store calls a product before buyers know it by a number; `code` is the store's own. A draft has never
-- been on sale; `active` is whether it is. `store_rev` is the store's feed rev of its last change; null: owed to it, as in
-- 0026.
alter table products
  add column uid uuid not null default gen_random_uuid(),
  add column code text not null default '',
  add column draft boolean not null default false,
  add column deleted boolean not null default false,
  add column store_rev bigint,
  add check (not (active and (draft or deleted)));
create unique index products_uid on products (store_id, uid);
create unique index products_code on products (store_id, code) where code <> '' and not deleted;
create index products_store_feed on products (store_id, store_rev);
create index products_owed on products (store_id) where store_rev is null;

-- A store has files as a person has: what its members send for it.
alter table files drop constraint files_user_id_fkey,
  add constraint files_owner foreign key (user_id) references owners (uid) on delete cascade;

-- Whatever changes a product (an order, an import, the operator) is owed to its store's feed, unless the store itself does it:
-- its transaction says so, and gives the rev. A store without members is told when it has one.
create function products_are_owed() returns trigger language plpgsql as $$
declare
  owner uuid;
  mine boolean;
begin
  select s.uid, coalesce(current_setting('caravan.store', true), '') = s.uid::text into owner, mine
    from stores s where s.id = new.store_id;
  if not mine then
    new.store_rev := null;
    if position(owner::text in coalesce(current_setting('caravan.owed', true), '')) = 0
      and exists (select from store_members m where m.store_id = new.store_id and m.ended_at is null) then
      perform owes(owner);
    end if;
  end if;
  return new;
end $$;
create trigger products_owed_new before insert on products for each row execute function products_are_owed();
create trigger products_owed_changed before update on products for each row
  when ((old.rev, old.stock, old.active, old.deleted, old.code, old.hidden_for)
    is distinct from (new.rev, new.stock, new.active, new.deleted, new.code, new.hidden_for))
  execute function products_are_owed();
