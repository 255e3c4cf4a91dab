-- What somebody said below a post or a thread: to leave the blocked out of a count without reading what all others said.
create index comment_of_post_by_author on social.comment (post_id, author_id) where deleted_at is null and held_at is null;
create index post_below_by_author on social.post (parent_id, author_id)
  where parent_id is not null and deleted_at is null and held_at is null;
