-- The nonces that the market's wallets have used on real chains, by the blocks that the market has followed.
create table chain_spent (
  chain text not null,
  wallet text not null,
  nonce integer not null,
  height integer not null,
  txid text not null,
  primary key (chain, wallet, nonce)
);
