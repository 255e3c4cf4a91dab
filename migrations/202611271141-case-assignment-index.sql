-- migration: compatible
-- migration: outside a transaction
create index concurrently if not exists moderation_case_of_assignee on social.moderation_case (claimed_by, id)
  where claimed_by is not null;
