-- Chat: conversations of two, groups, their messages, and calls. An account that is erased leaves its messages to the others:
-- references that name a person are set to null, and their messages are then a former member's.

create table social.conversation (
  id bigint generated always as identity primary key,
  is_group boolean not null,
  -- Of a conversation of two: both, the lower id first.
  first_id bigint references identity.account (id) on delete set null,
  second_id bigint references identity.account (id) on delete set null,
  title text not null default '' check (length(title) <= 100),
  picture_path text,
  created_at timestamptz not null,
  check (is_group or first_id is null or second_id is null or first_id < second_id),
  check (not is_group or (first_id is null and second_id is null))
);
create unique index conversation_pair on social.conversation (first_id, second_id) where not is_group;
create index conversation_second on social.conversation (second_id) where second_id is not null;

create table social.message (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references social.conversation (id) on delete cascade,
  author_id bigint references identity.account (id) on delete set null,
  text text not null default '',
  -- Something that happened in the group rather than something that was said, and whom it concerned.
  event text check (event in ('created', 'renamed', 'pictured', 'added', 'removed', 'left', 'call')),
  about_id bigint references identity.account (id) on delete set null,
  reply_to_id bigint references social.message (id) on delete set null,
  is_forwarded boolean not null default false,
  -- The sender's own id: a message that is sent twice is one message.
  client_id text check (length(client_id) between 1 and 100),
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Deleted for everybody; its text is gone.
  deleted_at timestamptz,
  search tsvector generated always as (search.vector('search.stemmed', text)) stored
);
create index message_conversation on social.message (conversation_id, id);
create unique index message_client on social.message (author_id, client_id) where client_id is not null;
create index message_author on social.message (author_id, id);
create index message_about on social.message (about_id) where about_id is not null;
create index message_reply on social.message (reply_to_id) where reply_to_id is not null;
create index message_search on social.message using gin ((array[conversation_id]), search) where deleted_at is null;

create table social.conversation_member (
  conversation_id bigint not null references social.conversation (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  is_owner boolean not null default false,
  joined_at timestamptz not null,
  -- The newest message: the list of conversations is in its order.
  last_message_id bigint not null default 0,
  -- Messages up to here are not shown: from before they joined, or deleted for oneself.
  cleared_to bigint not null default 0,
  seen_to bigint not null default 0,
  seen_at timestamptz,
  -- Begun by a stranger, and not accepted yet.
  requested_at timestamptz,
  typing_at timestamptz,
  -- The newest message of which their browsers were told.
  pushed_to bigint not null default 0,
  muted_until timestamptz,
  pinned_at timestamptz,
  archived_at timestamptz,
  draft text not null default '',
  primary key (conversation_id, account_id)
) with (fillfactor = 80);
create index conversation_member_list on social.conversation_member
  (account_id, (pinned_at is not null) desc, last_message_id desc);
create index conversation_member_unread on social.conversation_member (account_id) where last_message_id > seen_to;

-- Deleted for one reader alone.
create table social.message_hidden (
  message_id bigint not null references social.message (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  primary key (message_id, account_id)
);
create index message_hidden_account on social.message_hidden (account_id);

create table social.message_file (
  message_id bigint not null references social.message (id) on delete cascade,
  position integer not null,
  path text not null,
  small_path text,
  kind text not null check (kind in ('photos', 'video', 'audio', 'voice_notes', 'file')),
  name text not null,
  type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  milliseconds bigint,
  -- Of a voice note: how loud it is over its length, from 0 to 99.
  waveform smallint[],
  primary key (message_id, position)
);
create index message_file_path on social.message_file (path);

create table social.message_reaction (
  message_id bigint not null references social.message (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'haha', 'yay', 'wow', 'sad', 'angry')),
  created_at timestamptz not null,
  primary key (message_id, account_id)
);
create index message_reaction_account on social.message_reaction (account_id);

create table social.call (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references social.conversation (id) on delete cascade,
  caller_id bigint references identity.account (id) on delete set null,
  is_video boolean not null,
  started_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz
);
create unique index call_open on social.call (conversation_id) where ended_at is null;
create index call_caller on social.call (caller_id);
create index call_conversation on social.call (conversation_id, id);

create table social.call_member (
  call_id bigint not null references social.call (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  state text not null check (state in ('ringing', 'joined', 'left', 'declined', 'busy', 'missed')),
  joined_at timestamptz,
  left_at timestamptz,
  seen_at timestamptz not null,
  primary key (call_id, account_id)
);
create index call_member_account on social.call_member (account_id, call_id desc);
create unique index call_member_one on social.call_member (account_id) where state = 'joined';

alter table social.verdict drop constraint verdict_subject_check,
  add constraint verdict_subject_check check (subject in ('post', 'comment', 'reaction', 'page', 'term', 'message'));
