-- Where people talk by subject: sections hold forums, forums hold threads. A thread and its replies are posts.
create table social.forum_section (
  id bigint generated always as identity primary key,
  title text not null,
  position integer not null default 0
);

create table social.forum (
  id bigint generated always as identity primary key,
  section_id bigint not null references social.forum_section (id),
  -- The forum that it is below: one level, which the verb sees to.
  parent_id bigint references social.forum (id),
  title text not null,
  description text not null default '',
  position integer not null default 0,
  created_at timestamptz not null,
  -- Nobody writes there any more since then; it is still read.
  archived_at timestamptz,
  check (parent_id <> id)
);
create index forum_of_section on social.forum (section_id, position, id);
create index forum_below on social.forum (parent_id) where parent_id is not null;

-- Who looks after a forum, and those below it, without being a moderator of the place.
create table social.forum_moderator (
  forum_id bigint not null references social.forum (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  added_by bigint references identity.account (id) on delete set null,
  added_at timestamptz not null,
  primary key (account_id, forum_id)
);
create index forum_moderator_of_forum on social.forum_moderator (forum_id, added_at);

create table social.thread (
  post_id bigint primary key references social.post (id) on delete cascade,
  -- A forum goes when no thread is left in it.
  forum_id bigint not null references social.forum (id),
  -- The newest reply that is there for all, and when it came; without one, when the thread was begun. No foreign key:
  -- it is set anew whenever a reply comes or goes.
  last_reply_id bigint,
  last_at timestamptz not null,
  -- The place of the last reply there ever was.
  places integer not null default 0,
  -- On top of its forum. Not the pin of `post`, which is its author's.
  pinned_at timestamptz,
  moved_at timestamptz
);
create index thread_active on social.thread (forum_id, last_at desc, post_id desc);
create index thread_newest on social.thread (forum_id, post_id desc);
create index thread_unanswered on social.thread (forum_id, last_at desc, post_id desc) where last_reply_id is null;
create index thread_pinned on social.thread (forum_id, pinned_at desc) where pinned_at is not null;
-- The same over all forums.
create index thread_active_anywhere on social.thread (last_at desc, post_id desc);
create index thread_unanswered_anywhere on social.thread (last_at desc, post_id desc) where last_reply_id is null;
create index thread_last_reply on social.thread (last_reply_id) where last_reply_id is not null;

-- The place of a reply in its thread, from 1 on: a page by number is a range of places, however long the thread is.
create table social.reply (
  post_id bigint primary key references social.post (id) on delete cascade,
  thread_id bigint not null references social.post (id) on delete cascade,
  place integer not null
);
create index reply_place on social.reply (thread_id, place);

-- What moderators did to a thread, as it is told in it.
create table social.thread_event (
  id bigint generated always as identity primary key,
  thread_id bigint not null references social.post (id) on delete cascade,
  kind text not null check (kind in ('locked', 'unlocked', 'moved', 'split', 'from', 'merged')),
  by_id bigint references identity.account (id) on delete set null,
  at timestamptz not null,
  -- The last post that was there then: it is told behind that one.
  after_id bigint not null,
  -- Where the thread came from, where it was moved.
  forum_id bigint references social.forum (id) on delete set null,
  -- The other thread, where replies went or came from.
  other_id bigint references social.post (id) on delete set null
);
create index thread_event_of_thread on social.thread_event (thread_id, id);
create index thread_event_other on social.thread_event (other_id) where other_id is not null;
create index thread_event_forum on social.thread_event (forum_id) where forum_id is not null;
create index thread_event_by on social.thread_event (by_id) where by_id is not null;

-- Up to which post somebody called a forum read.
create table social.forum_read (
  account_id bigint not null references identity.account (id) on delete cascade,
  forum_id bigint not null references social.forum (id) on delete cascade,
  seen_id bigint not null,
  primary key (account_id, forum_id)
);
create index forum_read_of_forum on social.forum_read (forum_id);

-- Stands for those who have left, where others answered what they began. Nobody signs in as it, nobody finds it.
alter table identity.account add column is_former boolean not null default false;
create unique index account_former on identity.account (is_former) where is_former;
