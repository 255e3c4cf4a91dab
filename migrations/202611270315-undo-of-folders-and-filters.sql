-- migration: compatible
-- Folders of saved posts and keyword filters can be restored for an hour after their deletion.
alter table social.saved_folder add column deleted_at timestamptz;
alter table social.filter add column deleted_at timestamptz;
