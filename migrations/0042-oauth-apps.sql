-- "Log in with": apps of others that people let read who they are.
create table social.oauth_app (
  id bigint generated always as identity primary key,
  owner_id bigint not null references identity.account (id) on delete cascade,
  -- The app_id on the wire. It names the app and is no secret.
  auth_id text not null unique,
  secret_hash bytea not null,
  name text not null,
  domain text not null,
  redirect_url text not null,
  description text not null default '',
  category text not null default '',
  icon text,
  deleted_at timestamptz,
  created_at timestamptz not null
);
create index oauth_app_of_owner on social.oauth_app (owner_id, id desc) where deleted_at is null;

-- Whom a person let in. Taking it back ends every token at once.
create table social.oauth_grant (
  id bigint generated always as identity primary key,
  app_id bigint not null references social.oauth_app (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  granted_at timestamptz not null,
  used_at timestamptz,
  unique (app_id, account_id)
);
create index oauth_grant_of_account on social.oauth_grant (account_id, id desc);

-- The auth_key, good for one exchange within a minute, and the access_token it is exchanged for.
create table social.oauth_token (
  token_hash bytea primary key,
  grant_id bigint not null references social.oauth_grant (id) on delete cascade,
  kind text not null check (kind in ('key', 'access')),
  expires_at timestamptz not null
);
create index oauth_token_of_grant on social.oauth_token (grant_id);
create index oauth_token_expiry on social.oauth_token (expires_at);
