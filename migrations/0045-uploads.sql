-- Files that people sent by themselves, before anything shows them: whose they are, and what is known of them.
create table social.upload (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  path text not null unique,
  -- The small variant of a picture.
  small_path text,
  kind text not null check (kind in ('photos', 'video', 'audio', 'voice_notes', 'file')),
  -- What it is, by its bytes.
  type text not null,
  bytes bigint not null check (bytes >= 0),
  width integer,
  height integer,
  milliseconds bigint,
  created_at timestamptz not null,
  -- Since when something shows it. What nothing ever shows is removed after a while.
  used_at timestamptz
);
create index upload_of_account on social.upload (account_id, id desc);
create index upload_unused on social.upload (created_at) where used_at is null;

-- A file that comes in parts, named by its sender.
create table social.chunked_upload (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  guid text not null,
  kind text not null,
  total integer not null check (total between 2 and 1000),
  created_at timestamptz not null,
  -- Since when somebody puts the parts together; who died doing it is not waited for longer than a few minutes.
  assembling_at timestamptz,
  -- What became of it, kept for a while for those who ask again.
  stored_path text,
  unique (account_id, guid)
);
create index chunked_upload_age on social.chunked_upload (created_at);

create table social.chunk (
  chunked_upload_id bigint not null references social.chunked_upload (id) on delete cascade,
  position integer not null check (position >= 0),
  path text not null,
  bytes bigint not null,
  primary key (chunked_upload_id, position)
);

-- Of both variants. What was there before counts as nothing.
alter table social.photo add column bytes bigint not null default 0;
create index photo_path on social.photo (path);
