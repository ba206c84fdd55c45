-- What imports drew from the words of a product showed another thing too often (a speaker was a megaphone). A name stands there until a
-- photograph comes; so it does for stores and categories that had a carton. Orders keep what they showed.
do $$
declare
  risen bigint;
begin
  if not exists (select from products where source_hash is not null and pictures -> 0 ->> 'src' like 'drawn/%') then
    return;
  end if;
  risen := catalogue_rev();
  update products set pictures = '[]', rev = risen where source_hash is not null and pictures -> 0 ->> 'src' like 'drawn/%';
  update stores set logo = null, rev = risen where not demo and logo ->> 'src' like 'drawn/package/%';
  update categories set picture = null where picture like 'drawn/package/%';
end $$;
