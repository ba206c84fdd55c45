-- A review that the operator has hidden counts for nobody: it neither raises nor lowers what is said of its store.
create or replace function reviews_move_figures() returns trigger language plpgsql as $$
declare
  sign int := tg_argv[0]::int;
begin
  perform move_figures(store_id, 0, 0, 0, sign * count(*), (sign * sum(rating))::bigint, 0)
    from changed where hidden_for is null group by store_id order by store_id;
  return null;
end $$;

create or replace function review_moves_figures() returns trigger language plpgsql as $$
begin
  if old.hidden_for is null then perform move_figures(old.store_id, 0, 0, 0, -1, -old.rating, 0); end if;
  if new.hidden_for is null then perform move_figures(new.store_id, 0, 0, 0, 1, new.rating, 0); end if;
  return null;
end $$;
drop trigger reviews_move on reviews;
create trigger reviews_move after update of store_id, rating, hidden_for on reviews for each row
  when ((old.store_id, old.rating, old.hidden_for is null) is distinct from (new.store_id, new.rating, new.hidden_for is null))
  execute function review_moves_figures();
