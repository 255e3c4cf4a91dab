-- migration: compatible
-- migration: outside a transaction
-- Subscribers who change to a plan are told of its new price as well.
create index concurrently if not exists membership_of_next_plan on social.membership (next_plan_id)
  where next_plan_id is not null and ended_at is null;
