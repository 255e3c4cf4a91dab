-- What many people are at: worked out by a job, read as it stands.

-- What happened since a time, without reading what happened before. The rest that is counted is a post.
create index reaction_at on social.reaction (created_at) include (post_id, account_id);
create index comment_at on social.comment (created_at) include (post_id, author_id)
  where deleted_at is null and held_at is null;
create index vote_at on social.vote (created_at) include (post_id, account_id) where value = 1;
create index post_at on social.post (created_at) where deleted_at is null and held_at is null;
create index if not exists hashtag_of_post on social.hashtag (post_id);

create table social.trend (
  period text not null check (period in ('24h', '7d', '30d')),
  kind text not null check (kind in ('post', 'article', 'thread', 'question')),
  post_id bigint not null references social.post (id) on delete cascade,
  score real not null,
  -- How many people had to do with it, its author left out.
  people integer not null,
  primary key (period, post_id)
);
create index trend_first on social.trend (period, kind, score desc, post_id desc);
create index trend_of_post on social.trend (post_id);

create table social.trend_tag (
  period text not null check (period in ('24h', '7d', '30d')),
  tag text not null,
  score real not null,
  -- How many people used it.
  people integer not null,
  primary key (period, tag)
);
create index trend_tag_first on social.trend_tag (period, score desc, tag);

-- When each was worked out for the last time.
create table social.trend_run (
  period text primary key check (period in ('24h', '7d', '30d')),
  ran_at timestamptz not null
);
