-- Channels: an owner's links, put together by subject. A link may be in many.
create table links.channel (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  description text not null default '',
  color text not null check (color ~* '^#[0-9a-f]{6}$'),
  starred_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null
);

create unique index channel_name on links.channel (account_id, lower(name)) where deleted_at is null;

-- Kept when the channel is deleted, so that bringing it back brings back what was in it.
create table links.channel_link (
  channel_id bigint not null references links.channel (id) on delete cascade,
  link_id bigint not null references links.link (id) on delete cascade,
  assigned_at timestamptz not null,
  primary key (channel_id, link_id)
);

create index channel_of_link on links.channel_link (link_id);
