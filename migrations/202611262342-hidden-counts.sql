-- migration: compatible
-- Comments, replies, shares, votes and reactions on some posts by some people, whom a viewer may not see. A function,
-- because most viewers hide nobody: its statement is planned with the first call that has somebody, and not set up for
-- every list of posts. `is true` makes the planner check each row that the index of posts finds, instead of joining
-- from everything that these people ever did. Replies have an index by both: they are read by an array, which is fast
-- if it is in order.
create function social.counts_by(posts bigint[], people bigint[])
  returns table (post_id bigint, counts json) language plpgsql stable rows 20 as $$
#variable_conflict use_column
begin
  return query
    with hidden as materialized (select unnest(people) as id)
    select counted.post_id, json_object_agg(kind, n) from (
      select post_id, kind, sum(n)::integer as n from (
        select post_id, kind, 1 as n from social.reaction
          where post_id = any(posts) and (account_id in (select id from hidden)) is true
        union all select post_id, 'comments', 1 from social.comment
          where post_id = any(posts) and deleted_at is null and held_at is null and (author_id in (select id from hidden)) is true
        union all select parent_id, 'replies', 1 from social.post
          where parent_id = any(posts) and coalesce(deleted_at, held_at) is null and author_id = any(people)
        union all select quote_id, 'shares', 1 from social.post
          where quote_id = any(posts) and parent_id is null and page_id is null
            and deleted_at is null and held_at is null and (author_id in (select id from hidden)) is true
        union all select post_id, 'score', value from social.vote
          where post_id = any(posts) and (account_id in (select id from hidden)) is true
        union all select post_id, 'vote-' || position, 1 from social.poll_vote
          where post_id = any(posts) and (account_id in (select id from hidden)) is true
        union all select post_id, 'voters', count(distinct account_id)::integer from social.poll_vote
          where post_id = any(posts) and (account_id in (select id from hidden)) is true group by post_id
      ) as each group by post_id, kind
    ) as counted group by counted.post_id;
end
$$;
