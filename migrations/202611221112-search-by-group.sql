-- Each group of a search has an index of its own, so that a word that is common in posts costs nothing among threads that
-- do not have it. Ids are in slices of three widths: narrow ones find what is common at once, wide ones skip where nothing
-- matches. The author is among the keys for `from:`. src/social/search/slices.ts has the same numbers.
create function search.keys(id bigint, author_id bigint) returns bigint[] language sql immutable parallel safe
return array[id / 256 * 4, id / 4096 * 4 + 1, id / 65536 * 4 + 2, author_id * 4 + 3];

create index post_search_post on social.post using gin (search.keys(id, author_id), search)
  with (gin_pending_list_limit = 512) where deleted_at is null and kind = 'post';
create index post_search_article on social.post using gin (search.keys(id, author_id), search)
  with (gin_pending_list_limit = 512) where deleted_at is null and kind = 'article';
create index post_search_thread on social.post using gin (search.keys(id, author_id), search)
  with (gin_pending_list_limit = 512) where deleted_at is null and kind in ('thread', 'reply');
create index post_search_question on social.post using gin (search.keys(id, author_id), search)
  with (gin_pending_list_limit = 512) where deleted_at is null and kind in ('question', 'answer');
drop index social.post_search;
