-- migration: compatible
-- Programs that people connect by OAuth 2.1: by a metadata document, by dynamic registration, or registered at
-- /developers (`app`, whose details are in `social.oauth_app`).
create table agents.client (
  id bigint generated always as identity primary key,
  -- Of a document: its URL.
  client_id text not null unique check (length(client_id) between 1 and 500),
  kind text not null check (kind in ('document', 'registered', 'app')),
  name text not null,
  website text not null,
  -- A small WebP picture.
  logo bytea,
  redirect_uris text[] not null,
  grant_types text[] not null,
  auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  secret_hash bytea,
  -- Of whoever registered it.
  address text not null,
  created_at timestamptz not null,
  -- Until then a document is not fetched again.
  fresh_until timestamptz
);

create index client_created on agents.client (created_at);

-- The client that acts by a registration. Null: an agent that registered and was claimed.
alter table agents.registration add column client_id bigint;
alter table agents.registration add constraint registration_client_id_fkey
  foreign key (client_id) references agents.client (id) not valid;

-- A person's consent, and its authorization code. Deleting it ends its tokens.
create table agents.oauth_grant (
  id bigint generated always as identity primary key,
  registration_id bigint not null references agents.registration (id) on delete cascade,
  code_hash bytea not null unique,
  redirect_uri text not null,
  code_challenge text not null,
  scopes text[] not null,
  -- Addresses at which tokens are valid. Empty: both services.
  resources text[] not null,
  nonce text,
  signed_in_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the code was exchanged.
  used_at timestamptz
);

create index oauth_grant_of_registration on agents.oauth_grant (registration_id);
create index oauth_grant_unused on agents.oauth_grant (expires_at) where used_at is null;

-- Refresh tokens. Each is exchanged once; a second exchange deletes the grant.
create table agents.refresh_token (
  token_hash bytea primary key,
  grant_id bigint not null references agents.oauth_grant (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index refresh_token_of_grant on agents.refresh_token (grant_id);
create index refresh_token_expiry on agents.refresh_token (expires_at);

-- Authorization requests that clients pushed (RFC 9126).
create table agents.pushed_request (
  uri_hash bytea primary key,
  client_id text not null,
  parameters jsonb not null,
  expires_at timestamptz not null
);

create index pushed_request_expiry on agents.pushed_request (expires_at);

-- The grant of an access token, and the addresses at which it is valid. Null: of a claimed agent.
alter table agents.access_token add column grant_id bigint;
alter table agents.access_token add column resources text[];
alter table agents.access_token add constraint access_token_grant_id_fkey
  foreign key (grant_id) references agents.oauth_grant (id) on delete cascade not valid;
alter table agents.access_token drop constraint access_token_scope_check;
alter table agents.access_token add constraint access_token_scope_check
  check (scope in ('', 'api') or grant_id is not null) not valid;
