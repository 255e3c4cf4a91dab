-- migration: compatible
-- migration: outside a transaction
create index concurrently if not exists post_of_group on social.post (group_id, id desc)
  where deleted_at is null and group_id is not null;
create index concurrently if not exists post_pinned_in_group on social.post (group_id) where group_pinned_at is not null;
alter table social.post validate constraint post_privacy_check;
alter table social.post validate constraint post_group_check;
alter table social.post validate constraint post_group_fkey;
