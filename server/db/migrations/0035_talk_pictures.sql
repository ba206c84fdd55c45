-- Pictures that a person showed in a conversation: the ids of their files, and what others see of them.
alter table talk_lines add column files jsonb not null default '[]';
alter table talk_lines add column pictures jsonb not null default '[]';
