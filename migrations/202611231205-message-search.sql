-- Messages by conversation and by slices of ids, as `search.keys` has them for posts: a search reads the newest slices first, and
-- ends when it has found enough.
create index message_searched on social.message using gin (search.keys(id, conversation_id), search)
  with (gin_pending_list_limit = 256) where deleted_at is null and event is null;
drop index social.message_search;
