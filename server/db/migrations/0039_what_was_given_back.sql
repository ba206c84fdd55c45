-- A store gives back a part of what was paid for a parcel by itself: of which one, and why in its own words.
alter table order_refunds add column parcel int check (parcel > 0), add column words text not null default '';
