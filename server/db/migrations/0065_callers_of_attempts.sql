-- From where a sign-in with an account of elsewhere was begun, as a salted hash: a flood makes room of its own attempts.
alter table social_attempts add column caller bytea not null default '';
