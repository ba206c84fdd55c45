-- Answers that a store keeps for what its buyers often ask, in the order in which they were written:
--   [{"id": "…", "text": "We ship to Sudan on Tuesdays."}]
alter table store_notices add column answers jsonb not null default '[]' check (jsonb_typeof(answers) = 'array');
