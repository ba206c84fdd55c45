-- Devices know whole milliseconds, and sort by them: products of one millisecond come in the order of their ids here, too.
alter table products alter column created_at type timestamptz(3) using date_trunc('milliseconds', created_at);
