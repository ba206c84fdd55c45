-- Proofs of reserves (server/reserves): the chains compared with the book. `mailed`: operators were mailed its alarms.
create table reserve_proofs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  alarm boolean not null,
  mailed boolean not null,
  proof jsonb not null
);

-- What people's addresses on simulated chains got in transfers that are deleted since.
create table simulated_past (
  network text not null,
  address text not null,
  coin text not null,
  amount numeric(78, 0) not null,
  primary key (network, address, coin)
);
insert into simulated_past (network, address, coin, amount)
  select substr(d.chain, 11), a.address, substr(d.asset, 2), sum(d.amount)
  from deposits d join deposit_addresses a on a.chain = d.chain and a.user_id = d.user_id
  where d.chain like 'simulated-%' and d.height is not null and not exists (select from simulated_transfers t
    where t.network = substr(d.chain, 11) and t.txid = d.txid and t.n = d.n % 65536)
  group by 1, 2, 3;
