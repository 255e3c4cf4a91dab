-- migration: compatible
-- migration: outside a transaction
-- Feeds leave out imported posts, so the index of an author's public posts says which those are: the newest post of each
-- followed person is then found without reading the table.
create index concurrently if not exists post_public_of_author_for_feeds on social.post (author_id, id desc)
  include (imported_at)
  where deleted_at is null and held_at is null and privacy = 'public' and parent_id is null and page_id is null;
drop index concurrently if exists social.post_public_of_author;
