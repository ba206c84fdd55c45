-- What a chain lets only one transaction spend: on Ethereum and on simulated networks a nonce of the wallet, in decimal
-- digits; on Bitcoin outputs of it, as `txid:n`. All transactions of a withdrawal spend the same.
alter table payouts add column spends text[];
update payouts set spends = array[nonce::text];
alter table payouts alter column spends set not null, drop column nonce;

-- The same by the transactions of the blocks that the market has followed.
alter table chain_spent rename column nonce to spent;
alter table chain_spent alter column spent type text;
create index chain_spent_txid on chain_spent (chain, txid);
