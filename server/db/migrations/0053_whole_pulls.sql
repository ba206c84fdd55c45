-- The cursor that a full pull has reached. It goes on from there, even below the floor; any other pull starts again.
alter table incarnations add column whole_at bigint;
