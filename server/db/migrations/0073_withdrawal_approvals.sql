-- Operators' signatures under withdrawals, by keys of their devices. `user_id`: the operator.
create table withdrawal_approvals (
  withdrawal_id uuid not null references withdrawals (id),
  key text not null,
  signature text not null,
  user_id uuid not null references users (id),
  at timestamptz not null default now(),
  primary key (withdrawal_id, key)
);
