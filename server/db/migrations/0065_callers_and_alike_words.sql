-- From where a sign-in with an account of elsewhere was begun, as a salted hash: a flood makes room of its own attempts.
alter table social_attempts add column caller bytea not null default '';

-- The words by which products are likened to each other, kept with them: of long titles in many languages the same
-- sample of each, so that what two of them share is found in both.
alter table products add column alike_words text[] not null default '{}';
create function alike_words_of(title jsonb) returns text[] language sql immutable as $$
  select coalesce(array_agg(word), '{}') from (
    select word from jsonb_each_text(title) t, regexp_split_to_table(lower(t.value), '[^[:alnum:]]+') word
    where length(word) > 2 group by word order by md5(word) limit 32) sample
$$;
create function products_keep_alike_words() returns trigger language plpgsql as $$
begin
  new.alike_words := alike_words_of(new.title);
  return new;
end $$;
update products set alike_words = alike_words_of(title);
create trigger products_alike_words before insert or update of title on products for each row execute function products_keep_alike_words();
