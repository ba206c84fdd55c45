-- Within how many hours a store gives the first answer to half of those who ask it something (jobs/first-answers.ts);
-- null while too few have asked.
alter table stores add column answers_in int;
create index talk_lines_first on talk_lines (at) where n = 1 and store_id > 0;
