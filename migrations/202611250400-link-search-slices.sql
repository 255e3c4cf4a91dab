-- A link is in three slices of ids. The account is part of the widest, so that one key finds the links of an account in it. A
-- key of the account alone has all of its links, and every slice that was searched went through a part of them as well.
-- src/links/record/listing/search-links.ts has the same widths.
create function links.search_keys(id bigint, account_id bigint) returns bigint[] language sql immutable parallel safe
return array[id / 256 * 4, id / 4096 * 4 + 1, (account_id << 32) + id / 262144 * 4 + 2];

-- Links are followed and clicks are counted meanwhile. The former index is dropped last, because that waits for readers.
create index link_search_in_slices on links.link
  using gin (links.search_keys(id, account_id), links.searchable(alias, title, url) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
-- The planner knows how frequent keys are from now on.
analyze links.link;
drop index links.link_search;
alter index links.link_search_in_slices rename to link_search;
