-- Up to which line of a conversation its person was mailed that they were answered. Nobody is mailed of what is old.
alter table talks add column mailed_to int not null default 0;
update talks set mailed_to = last;
create index talks_unmailed on talks (at) where not deleted and last > read_to and mailed_to <= read_to;

-- When a buyer was asked whether an order has arrived: by a message, a mail, or both.
alter table orders add column receipt_asked_at timestamptz;
update orders o set receipt_asked_at = m.at from messages m
  where m.user_id = o.user_id and m.kind = 'orderAsksReceipt' and m.subject_id = o.id;
