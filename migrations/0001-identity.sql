-- People, their credentials and what they may do: one identity for both services.
create schema identity;

create table identity.role (
  name text primary key,
  title text not null,
  permissions text[] not null
);

insert into identity.role (name, title, permissions) values
  ('operator', 'Operator', '{operate,moderate}'),
  ('moderator', 'Moderator', '{moderate}'),
  ('member', 'Member', '{}');

create table identity.account (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  gender text not null default '',
  biography text not null default '',
  -- Paths in the file store, with the small variant beside; null: initials are drawn.
  picture text,
  picture_small text,
  cover text,
  role text not null default 'member' references identity.role (name),
  registered_at timestamptz not null,
  last_seen_at timestamptz,
  activated_at timestamptz,
  suspended_at timestamptz,
  deleted_at timestamptz
);

-- Two people may not differ by letter case alone.
create unique index account_username_key on identity.account (lower(username));
create unique index account_email_key on identity.account (lower(email));
create index account_newest on identity.account (id desc) where deleted_at is null and suspended_at is null;

create table identity.session (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  token_hash bytea not null unique,
  -- How it came to be: a browser, the mobile API …
  made_by text not null check (made_by in ('page', 'api')),
  device_type text not null default '',
  device_name text not null default '',
  device_os_version text not null default '',
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);

create index session_of_account on identity.session (account_id, last_used_at desc);
create index session_expiry on identity.session (expires_at);

-- Apps that may call /apis/php: X-API-Key names one, its secret signs the time. The secret must be
-- readable again to check a signature, so it is sealed rather than hashed.
create table identity.api_client (
  id bigint generated always as identity primary key,
  name text not null,
  api_key text not null unique,
  secret_sealed bytea not null,
  made_by bigint references identity.account (id) on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

-- Hop's bearer keys: one live key an account. Only the hash is kept; `sealed` waits for the one page view that shows it.
create table identity.access_key (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  key_hash bytea not null unique,
  hint text not null,
  sealed bytea,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create unique index access_key_live on identity.access_key (account_id) where revoked_at is null;

-- What operators did, for whoever must answer for it.
create table identity.audit (
  id bigint generated always as identity primary key,
  account_id bigint references identity.account (id) on delete set null,
  action text not null,
  subject text not null default '',
  at timestamptz not null
);

create index audit_newest on identity.audit (id desc);
