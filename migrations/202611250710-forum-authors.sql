-- Forums subtract threads and replies of blocked people from their counts. Per author and forum: the visible threads, and the
-- visible replies that disappear with the author, which are their own and all in their threads (`other_id` is 0). A reply in the
-- thread of another author is counted for both. Rows with `other_id` have the replies of that person in the author's threads,
-- which would be subtracted twice if both are hidden. src/social/tallies/count-forum-authors.ts keeps the rows up to date.
create table social.forum_author (
  author_id bigint not null,
  other_id bigint not null,
  forum_id bigint not null references social.forum (id) on delete cascade,
  threads integer not null default 0,
  replies integer not null default 0,
  primary key (author_id, other_id, forum_id)
);
create index forum_author_of_forum on social.forum_author (forum_id);

insert into social.forum_author (author_id, other_id, forum_id, threads, replies)
with head as materialized (
  select post.id, post.author_id, thread.forum_id from social.thread as thread join social.post as post on post.id = thread.post_id
  where post.deleted_at is null and post.held_at is null
), reply as materialized (
  select head.author_id as starter_id, post.author_id, head.forum_id from social.post as post join head on head.id = post.parent_id
  where post.kind = 'reply' and post.deleted_at is null and post.held_at is null
)
select author_id, other_id, forum_id, sum(threads), sum(replies) from (
  select author_id, 0 as other_id, forum_id, 1 as threads, 0 as replies from head
  union all select starter_id, 0, forum_id, 0, 1 from reply
  union all select author_id, 0, forum_id, 0, 1 from reply where author_id <> starter_id
  union all select starter_id, author_id, forum_id, 0, 1 from reply where author_id <> starter_id
) as counted group by author_id, other_id, forum_id;
