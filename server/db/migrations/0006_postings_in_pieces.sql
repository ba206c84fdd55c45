-- A token's postings in pieces of 4096 products (posting >> 24): a batch of an import, or one product, rewrites the pieces that it touches. Whole, the arrays
-- of common tokens were rewritten with every batch, and the empty token's, which names every product, always.
alter table search_terms rename to search_terms_whole;
alter table search_terms_whole drop constraint search_terms_pkey;
create table search_terms (term text collate "C", piece int, products int not null, postings bigint[] not null, primary key (term, piece));
alter table search_terms alter column postings set storage external;
insert into search_terms (term, piece, products, postings)
  select term, (x >> 24)::int, count(*)::int, array_agg(x) from search_terms_whole, unnest(postings) x group by 1, 2;
drop table search_terms_whole;

create or replace function tell_search_terms(named text[]) returns void language sql as $$
  insert into search_terms as s (term, piece, products, postings)
    select term, (posting >> 24)::int, count(*)::int, array_agg(posting order by posting) from (
      select t.lexeme as term, p.id * 4096::bigint + p.title_words * 16 + mask_of(t.weights) as posting
        from products p, unnest(p.tokens) t where p.source_id = any(named)
      union all select '', p.id * 4096::bigint from products p where p.source_id = any(named) and p.tokens is not null) told
    group by 1, 2 order by 1, 2
    on conflict (term, piece) do update set products = s.products + excluded.products, postings = s.postings || excluded.postings;
  update catalogue_feed set terms = rev;
$$;

-- Before the vectors of products change or go.
create or replace function untell_search_terms(named text[]) returns void language plpgsql as $$
declare
  ids bigint[] := array(select id from products where source_id = any(named) and tokens is not null);
  terms text[];
  pieces int[];
begin
  select array_agg(term), array_agg(piece) into terms, pieces from (
    select distinct t.term, p.id >> 12 as piece from products p, unnest(array_append(tsvector_to_array(p.tokens), '')) as t(term) where p.id = any(ids)) touched;
  update search_terms s set (products, postings) = (select count(*)::int, coalesce(array_agg(x), '{}') from unnest(s.postings) x where x / 4096 not in (select unnest(ids)))
    from unnest(terms, pieces) as k(term, piece) where s.term = k.term and s.piece = k.piece;
  delete from search_terms s using unnest(terms, pieces) as k(term, piece) where s.term = k.term and s.piece = k.piece and s.products = 0;
  update catalogue_feed set terms = rev;
end $$;
