-- A store that its owner has closed sells nothing until it is opened again, as a suspended one does (0040); neither of the
-- two knows of the other. What its members, a file or the operator do meanwhile stands when it opens.
alter table stores add column closed_at timestamptz;

create or replace function products_on_sale() returns trigger language plpgsql as $$
begin
  new.active := new.offered and new.hidden_for is null
    and not exists (select from stores where id = new.store_id
      and (suspended_for is not null or closed_at is not null));
  return new;
end $$;

-- A store hears of its own closing with what it says of itself.
create trigger stores_owe_closed after update on stores for each row
  when (old.closed_at is distinct from new.closed_at) execute function terms_are_owed();
