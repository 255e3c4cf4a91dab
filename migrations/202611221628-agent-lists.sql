-- What an operator looks agents up by, and counts by day.
create index registration_name on agents.registration (lower(name) text_pattern_ops);
create index registration_created on agents.registration (created_at);
create index registration_claimed on agents.registration (claimed_at) where claimed_at is not null;
