-- An owner's day is measured in bytes, too: of the intents that were stored, with their outcomes.
alter table feeds add column stored_bytes bigint not null default 0;

-- Bytes of a file that came and were not those of its name: it is sent again, and all of it counts.
alter table files add column wasted bigint not null default 0;
