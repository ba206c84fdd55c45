-- How far a pull has come that began with everything: it goes on below the floor, where any other begins anew.
alter table incarnations add column whole_at bigint;
