-- What posts have beside their text: a film, a question with choices, what their link leads to; and what readers keep.

-- One change of a post at a time.
create unique index draft_of_post on social.draft (post_id, account_id) where post_id is not null;
-- The zone in which its author chose when it is to be published.
alter table social.draft add column time_zone text not null default 'UTC';

-- Uploads that a draft shows wait as long as it does.
create table social.draft_file (
  draft_id bigint not null references social.draft (id) on delete cascade,
  upload_id bigint not null references social.upload (id) on delete cascade,
  primary key (draft_id, upload_id)
);
create index draft_file_of_upload on social.draft_file (upload_id);

create table social.video (
  post_id bigint primary key references social.post (id) on delete cascade,
  path text not null,
  type text not null,
  width integer,
  height integer,
  milliseconds bigint,
  bytes bigint not null,
  -- A picture that stands there until it plays.
  poster text,
  alt text not null default ''
);

create table social.poll (
  post_id bigint primary key references social.post (id) on delete cascade,
  is_multiple boolean not null,
  -- Whether one who has voted may think again.
  is_changeable boolean not null,
  ends_at timestamptz not null
);

create table social.poll_option (
  post_id bigint not null references social.poll (post_id) on delete cascade,
  position smallint not null check (position between 1 and 10),
  text text not null,
  primary key (post_id, position)
);

create table social.poll_vote (
  post_id bigint not null,
  account_id bigint not null references identity.account (id) on delete cascade,
  position smallint not null,
  voted_at timestamptz not null,
  primary key (post_id, account_id, position),
  foreign key (post_id, position) references social.poll_option (post_id, position) on delete cascade
);
create index poll_vote_of_account on social.poll_vote (account_id, post_id);

-- What the page at an address says of itself. `key` is the SHA-256 of the address, which may be long.
create table social.link_preview (
  key bytea primary key,
  address text not null,
  -- Nothing: it could not be read, or says nothing.
  title text,
  description text not null default '',
  host text not null,
  picture text,
  width integer,
  height integer,
  asked_at timestamptz not null,
  -- From then on it is asked again for a new post.
  stale_at timestamptz not null
);
create index link_preview_address on social.link_preview using hash (address);
create index link_preview_asked on social.link_preview (asked_at);
create index post_link on social.post using hash (link) where link is not null;

-- Its author wants no card of where its link leads.
alter table social.post add column preview_off_at timestamptz;

create unique index post_pinned on social.post (author_id)
  where pinned_at is not null and page_id is null and kind in ('post', 'article', 'question');

create table social.saved (
  account_id bigint not null references identity.account (id) on delete cascade,
  post_id bigint not null references social.post (id) on delete cascade,
  saved_at timestamptz not null,
  primary key (account_id, post_id)
);
create index saved_newest on social.saved (account_id, saved_at desc, post_id desc);
create index saved_of_post on social.saved (post_id);
