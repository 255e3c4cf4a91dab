-- Whatever people publish is a post: an article, a thread and its replies, a question and its answers have all that a
-- post has (who may see it, comments, reactions, mentions, hashtags, moderation) and a table for what is theirs alone.

-- A page speaks for a business, a cause, a band; its likers read it.
create table social.page (
  id bigint generated always as identity primary key,
  owner_id bigint not null references identity.account (id) on delete cascade,
  username text not null,
  title text not null,
  category_id bigint references social.category (id) on delete set null,
  about text not null default '',
  website text not null default '',
  picture text,
  picture_small text,
  cover text,
  created_at timestamptz not null,
  verified_at timestamptz,
  -- Kept back by moderation, shut by an operator, given up by its owner.
  held_at timestamptz,
  suspended_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint references identity.account (id) on delete set null
);
-- The name of a page that is gone stays taken for as long as its row is there.
create unique index page_username on social.page (lower(username));
create index page_of_owner on social.page (owner_id, id desc);
create index page_newest on social.page (id desc) where deleted_at is null;
create index page_of_category on social.page (category_id, id desc) where deleted_at is null;
create index page_held on social.page (id) where held_at is not null and deleted_at is null;

create table social.page_like (
  page_id bigint not null references social.page (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  primary key (account_id, page_id)
);
create index page_like_of_page on social.page_like (page_id, created_at desc, account_id);

-- Who works for a page beside its owner: an admin may everything but give it away, an editor writes in its name, a
-- moderator looks after what others say below.
create table social.page_role (
  page_id bigint not null references social.page (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  role text not null check (role in ('admin', 'editor', 'moderator')),
  added_at timestamptz not null,
  primary key (page_id, account_id)
);
create index page_role_of_account on social.page_role (account_id, page_id);

alter table social.post
  add column kind text not null default 'post'
    check (kind in ('post', 'article', 'thread', 'reply', 'question', 'answer')),
  add column title text not null default '',
  -- The thread of a reply, the question of an answer.
  add column parent_id bigint references social.post (id) on delete cascade,
  -- The page in whose name it was written.
  add column page_id bigint references social.page (id) on delete cascade,
  -- What is shared, or what a reply quotes.
  add column quote_id bigint references social.post (id) on delete set null,
  -- What a reader wants to know before it is shown.
  add column warning text not null default '',
  -- On top of its author's profile, its page or its forum.
  add column pinned_at timestamptz,
  -- Nobody adds anything below it any more.
  add column locked_at timestamptz,
  add column search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', left(text, 100000)), 'B')
  ) stored,
  drop constraint post_privacy_check,
  add constraint post_privacy_check check (privacy in ('public', 'friends', 'me')),
  add constraint post_parent_check check ((parent_id is not null) = (kind in ('reply', 'answer'))),
  add constraint post_page_check check (page_id is null or privacy = 'public');

-- What stands in feeds and on profiles is what was not said below something else, nor in the name of a page.
drop index social.post_of_author;
drop index social.post_public_of_author;
drop index social.post_public;
create index post_of_author on social.post (author_id, id desc)
  where deleted_at is null and parent_id is null and page_id is null;
create index post_public_of_author on social.post (author_id, id desc)
  where deleted_at is null and held_at is null and privacy = 'public' and parent_id is null and page_id is null;
create index post_of_author_by_kind on social.post (author_id, kind, id desc) where deleted_at is null;
create index post_public on social.post (id desc)
  where deleted_at is null and held_at is null and privacy = 'public' and parent_id is null;
create index post_public_by_kind on social.post (kind, id desc)
  where deleted_at is null and held_at is null and privacy = 'public';
create index post_of_page on social.post (page_id, id desc) where deleted_at is null and page_id is not null;
create index post_below on social.post (parent_id, id) where deleted_at is null and parent_id is not null;
create index post_quoting on social.post (quote_id, id desc) where quote_id is not null;

-- How a text read before somebody changed it.
create table social.post_revision (
  id bigint generated always as identity primary key,
  post_id bigint not null references social.post (id) on delete cascade,
  title text not null,
  text text not null,
  -- Who changed it then, and when.
  editor_id bigint references identity.account (id) on delete set null,
  at timestamptz not null
);
create index post_revision_of_post on social.post_revision (post_id, id desc);

-- What somebody is still writing, or has written for later; it becomes a post, with a place in all lists, when it is
-- published. `post_id`: it is a change to that post.
create table social.draft (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  post_id bigint references social.post (id) on delete cascade,
  kind text not null check (kind in ('post', 'article', 'thread', 'question')),
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When it is to be published by itself, and why that could not be done.
  publish_at timestamptz,
  problem text not null default ''
);
create index draft_of_account on social.draft (account_id, kind, updated_at desc);
create index draft_due on social.draft (publish_at) where publish_at is not null and problem = '';

-- Replies hang on what they answer; when that goes with its author, they stay.
alter table social.comment add column parent_id bigint references social.comment (id) on delete set null;
create index comment_replies on social.comment (parent_id, id) where parent_id is not null and deleted_at is null;

create table social.comment_reaction (
  comment_id bigint not null references social.comment (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'haha', 'yay', 'wow', 'sad', 'angry')),
  created_at timestamptz not null,
  primary key (comment_id, account_id)
);
create index comment_reaction_pace on social.comment_reaction (account_id, created_at);
create index reaction_newest on social.reaction (post_id, created_at desc);

-- Whom somebody does not want to read, without telling them.
create table social.mute (
  muter_id bigint not null references identity.account (id) on delete cascade,
  muted_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mute_of_muted on social.mute (muted_id, muter_id);

-- Who hears what is added below a thread or a question.
create table social.subscription (
  account_id bigint not null references identity.account (id) on delete cascade,
  post_id bigint not null references social.post (id) on delete cascade,
  at timestamptz not null,
  -- The last they have seen of what is below it.
  seen_id bigint not null default 0,
  -- False: it is only remembered what they have seen.
  is_on boolean not null default true,
  primary key (account_id, post_id)
);
create index subscription_of_post on social.subscription (post_id, account_id) where is_on;

alter table social.tally drop constraint tally_subject_check,
  add constraint tally_subject_check check (subject in ('post', 'comment', 'person', 'page', 'forum'));

alter table social.verdict drop constraint verdict_subject_check,
  add constraint verdict_subject_check check (subject in ('post', 'comment', 'reaction', 'page', 'term'));

alter table social.report drop constraint report_subject_check,
  add constraint report_subject_check check (subject in ('person', 'post', 'comment', 'page'));

alter table social.notification
  add column page_id bigint references social.page (id) on delete cascade,
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in (
    'friend_request', 'friend_accept', 'follow', 'comment', 'reply', 'reaction', 'mention', 'share', 'thread', 'answer',
    'accepted', 'page_invitation', 'page_role', 'published', 'term', 'appeal', 'decision', 'report'
  ));
drop index social.notification_open;
create unique index notification_open on social.notification (account_id, kind, post_id, comment_id, page_id)
  nulls not distinct where read_at is null and kind not in ('decision', 'report', 'published', 'term', 'appeal');
create index notification_of_page on social.notification (page_id) where page_id is not null;
