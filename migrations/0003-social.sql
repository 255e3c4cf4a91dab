-- Posts and what people do with them; who knows whom.
create schema social;

create table social.post (
  id bigint generated always as identity primary key,
  author_id bigint not null references identity.account (id) on delete cascade,
  text text not null,
  privacy text not null check (privacy in ('friends', 'public')),
  -- The first address in the text, for the link card.
  link text,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Taken from public view by moderation, kept for the author and the queue.
  held_at timestamptz,
  deleted_at timestamptz,
  -- Who took it away is who may bring it back.
  deleted_by bigint references identity.account (id) on delete set null,
  check (text <> '' or link is null)
);

-- A profile and a friend's part of the feed; a stranger's profile and what a followed person's followers see; everybody's newest.
create index post_of_author on social.post (author_id, id desc) where deleted_at is null;
create index post_public_of_author on social.post (author_id, id desc)
  where deleted_at is null and held_at is null and privacy = 'public';
create index post_public on social.post (id desc) where deleted_at is null and held_at is null and privacy = 'public';
create index post_held on social.post (id) where held_at is not null and deleted_at is null;
-- How much somebody wrote lately.
create index post_pace on social.post (author_id, created_at);

create table social.photo (
  id bigint generated always as identity primary key,
  post_id bigint not null references social.post (id) on delete cascade,
  position smallint not null,
  path text not null,
  small_path text not null,
  width integer not null,
  height integer not null,
  alt text not null default '',
  unique (post_id, position)
);

create table social.hashtag (
  tag text not null,
  post_id bigint not null references social.post (id) on delete cascade,
  primary key (tag, post_id)
);

create table social.comment (
  id bigint generated always as identity primary key,
  post_id bigint not null references social.post (id) on delete cascade,
  author_id bigint not null references identity.account (id) on delete cascade,
  text text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  held_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint references identity.account (id) on delete set null
);

create index comment_of_post on social.comment (post_id, id) where deleted_at is null;
create index comment_held on social.comment (id) where held_at is not null and deleted_at is null;
create index comment_pace on social.comment (author_id, created_at);

-- Who is named in a post or in a comment below it.
create table social.mention (
  id bigint generated always as identity primary key,
  post_id bigint not null references social.post (id) on delete cascade,
  comment_id bigint references social.comment (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  -- The user name as it stands in the text, in lower case: the link outlives a change of name.
  as_written text not null,
  unique nulls not distinct (post_id, comment_id, account_id)
);

create index mention_of_account on social.mention (account_id, id desc);

-- One reaction a person and post; another kind replaces the first.
create table social.reaction (
  post_id bigint not null references social.post (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'haha', 'yay', 'wow', 'sad', 'angry')),
  created_at timestamptz not null,
  primary key (post_id, account_id)
);

create index reaction_pace on social.reaction (account_id, created_at);

-- How many: comments and reactions by kind of a post; friends, followers, followings and posts of a person. Counting rows
-- would cost more the better liked a post is, and one number would be a queue of everybody who likes it at once; so each
-- count is a sum over a few slots, and whoever counts always does so in the same one.
create table social.tally (
  subject text not null check (subject in ('post', 'person')),
  subject_id bigint not null,
  kind text not null,
  slot smallint not null,
  n integer not null,
  primary key (subject, subject_id, kind, slot)
) with (fillfactor = 70);

create table social.follow (
  follower_id bigint not null references identity.account (id) on delete cascade,
  followed_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);

create index follow_of_followed on social.follow (followed_id, created_at desc, follower_id);

-- One row a pair, whoever asked: two people asking each other at once meet in the unique index.
create table social.friendship (
  id bigint generated always as identity primary key,
  asker_id bigint not null references identity.account (id) on delete cascade,
  asked_id bigint not null references identity.account (id) on delete cascade,
  asked_at timestamptz not null,
  accepted_at timestamptz,
  declined_at timestamptz,
  check (asker_id <> asked_id)
);

create unique index friendship_pair on social.friendship (least(asker_id, asked_id), greatest(asker_id, asked_id));
create index friendship_of_asker on social.friendship (asker_id, accepted_at);
create index friendship_of_asked on social.friendship (asked_id, accepted_at);

create table social.block (
  blocker_id bigint not null references identity.account (id) on delete cascade,
  blocked_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);

create index block_of_blocked on social.block (blocked_id, blocker_id);

-- What the one moderation pipeline kept back or refused, by which rule, and what a moderator then said of it.
create table social.verdict (
  id bigint generated always as identity primary key,
  author_id bigint not null references identity.account (id) on delete cascade,
  subject text not null check (subject in ('post', 'comment', 'reaction')),
  subject_id bigint,
  outcome text not null check (outcome in ('hold', 'refuse')),
  rule text not null,
  at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null
);

create index verdict_newest on social.verdict (id desc);

-- Words that keep a text back until somebody has looked (hold), or that may not be said here at all (refuse).
create table social.blocked_word (
  word text primary key check (word = lower(word) and word <> ''),
  outcome text not null check (outcome in ('hold', 'refuse')),
  added_by bigint references identity.account (id) on delete set null,
  added_at timestamptz not null
);
