-- Counts of replies leave out blocked people by this index. PostgreSQL expects few replies below a post and reads all of them, from
-- either index that starts with `parent_id`: a thread with 10,000 replies took 3,300 blocks. The condition as one expression is
-- that of this index alone, and the list of people is then a condition of the index as well.
create index post_below_hidden on social.post (parent_id, author_id)
  where parent_id is not null and coalesce(deleted_at, held_at) is null;
drop index social.post_below_by_author;
alter index social.post_below_hidden rename to post_below_by_author;
