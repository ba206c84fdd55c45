-- What the names of stores and applications look like, whatever scripts their letters are of. The market computes it
-- (server/merchants/names), of what is here already at its next start.
alter table merchant_applications add column look_key text;
create index merchant_applications_look on merchant_applications (look_key) where state <> 'refused';

create table store_looks (
  store_id int primary key references stores on delete cascade,
  name text not null,
  look text not null
);
create index store_looks_look on store_looks (look);
