-- Search over all that people publish.
create extension if not exists btree_gin;

-- A common word is in a good part of all posts, and no search may read them all. So the index also knows in which slice
-- of ids a post is: the newest slices are searched first, until enough is found. And it knows what kind of thing it is,
-- with replies and answers beside what they are below. src/social/search/find-posts.ts says these expressions again.
create index post_search on social.post using gin (
  (id / 4096),
  (case kind when 'reply' then 'thread' when 'answer' then 'question' else kind end),
  search
) with (gin_pending_list_limit = 512) where deleted_at is null;

create index page_searchable on social.page using gin (lower(username || ' ' || title) gin_trgm_ops)
  where deleted_at is null;

-- Words and hashtags of public posts, and in how many they are: what the beginning of a word may become, and what
-- somebody who mistyped may have meant.
create table social.search_word (
  kind text not null check (kind in ('word', 'tag')),
  word text collate "C" not null,
  n integer not null,
  primary key (kind, word)
);
create index search_word_similar on social.search_word using gin (word gin_trgm_ops);

-- The post up to which words were learned.
create table social.search_progress (
  only_row boolean primary key default true check (only_row),
  post_id bigint not null
);
insert into social.search_progress (post_id) values (0);
