-- What somebody is told: one row for all that happens of one kind to one thing until they have read it.
create table social.notification (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null check (kind in (
    'friend_request', 'friend_accept', 'follow', 'comment', 'reaction', 'mention', 'decision', 'report'
  )),
  post_id bigint references social.post (id) on delete cascade,
  comment_id bigint references social.comment (id) on delete cascade,
  -- What became of it, where a moderator decided.
  outcome text,
  -- False: for mail or push alone.
  on_page boolean not null,
  at timestamptz not null,
  -- Its list was looked at; it was opened, or marked as read.
  seen_at timestamptz,
  read_at timestamptz,
  mailed_at timestamptz,
  pushed_at timestamptz
);
-- What was not read yet takes in what else happens; each decision stands for itself.
create unique index notification_open on social.notification (account_id, kind, post_id, comment_id)
  nulls not distinct where read_at is null and kind not in ('decision', 'report');
create index notification_of_account on social.notification (account_id, at desc, id desc) where on_page;
create index notification_unseen on social.notification (account_id) where seen_at is null and on_page;
create index notification_of_post on social.notification (post_id) where post_id is not null;
create index notification_of_comment on social.notification (comment_id) where comment_id is not null;
create index notification_age on social.notification (at);

-- Who did it. What was undone stays, so that doing it again is no news.
create table social.notification_actor (
  id bigint generated always as identity primary key,
  notification_id bigint not null references social.notification (id) on delete cascade,
  actor_id bigint not null references identity.account (id) on delete cascade,
  -- What they said, and what they feel.
  comment_id bigint references social.comment (id) on delete cascade,
  reaction text,
  at timestamptz not null,
  undone_at timestamptz,
  unique nulls not distinct (notification_id, actor_id, comment_id)
);
create index notification_actor_of_person on social.notification_actor (actor_id, notification_id);
create index notification_actor_comment on social.notification_actor (comment_id) where comment_id is not null;

-- How somebody wants to be told of a kind, where it is not as usual.
create table social.notification_choice (
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null,
  on_page boolean not null,
  by_mail boolean not null,
  by_push boolean not null,
  primary key (account_id, kind)
);

-- Since when the counters beside the navigation count.
create table social.counter_reset (
  account_id bigint primary key references identity.account (id) on delete cascade,
  friend_requests_at timestamptz,
  messages_at timestamptz
);

-- Where pushed news reaches an app (its id at OneSignal) or a browser (Web Push); it ends with the session.
create table social.push_player (
  player_id text primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  session_id bigint references identity.session (id) on delete cascade,
  updated_at timestamptz not null
);
create index push_player_of_account on social.push_player (account_id);
create unique index push_player_of_session on social.push_player (session_id) where session_id is not null;

create table social.push_subscription (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  session_id bigint references identity.session (id) on delete cascade,
  endpoint text not null unique,
  -- The browser's public key and secret, base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_of_account on social.push_subscription (account_id, id);
create index push_subscription_of_session on social.push_subscription (session_id) where session_id is not null;
