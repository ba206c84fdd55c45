-- Operators' signatures under withdrawals, made with keys on their devices. `user_id`: the operator; `signed_at`: Unix
-- ms by the device's clock, a part of what is signed.
create table withdrawal_approvals (
  withdrawal_id uuid not null references withdrawals (id),
  key text not null,
  signature text not null,
  signed_at bigint not null,
  user_id uuid not null references users (id),
  at timestamptz not null default now(),
  primary key (withdrawal_id, key)
);
