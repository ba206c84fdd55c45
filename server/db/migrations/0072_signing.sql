-- `signing`: the latest request to the signer. A transaction may exist then, so that the withdrawal cannot be stopped.
alter table withdrawals add column signing uuid;

-- The nonce of each payment on a simulated network of a market without a signer; its transactions share it.
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
