-- What each of the last days brought is read by its time. These rows come in the order of their times, so that an
-- index of ranges is enough and costs next to nothing where they are written.
create index orders_days on orders using brin (created_at, paid_at);
create index users_days on users using brin (created_at);
create index order_reports_days on order_reports using brin (at);
create index ledger_entries_days on ledger_entries using brin (created_at);
-- What is held now: few of all orders.
create index orders_held on orders (due_currency) include (held) where held > 0;
