-- `signing`: the signer was asked for its transaction, which may exist; it can be neither cancelled nor refused.
alter table withdrawals add column signing boolean not null default false;

-- The nonce of each payment on a simulated network that no signer signs: one for all of its transactions.
create table simulated_nonces (
  network text not null,
  payment_id uuid not null,
  nonce bigint not null,
  primary key (network, payment_id),
  unique (network, nonce)
);
insert into simulated_nonces (network, payment_id, nonce)
  select distinct w.network, w.id, p.nonce from payouts p join withdrawals w on w.id = p.withdrawal_id;
drop table payout_nonces;
