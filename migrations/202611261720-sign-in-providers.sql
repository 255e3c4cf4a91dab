-- migration: compatible
-- Providers that people sign in with: OpenID Connect issuers, and GitHub.
create table identity.provider (
  id bigint generated always as identity primary key,
  -- In addresses: /signin/with/<slug>. Providers know them as redirect URIs, so it never changes.
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,40}$'),
  kind text not null check (kind in ('oidc', 'github')),
  label text not null,
  issuer text not null,
  client_id text not null,
  secret_sealed bytea,
  -- Empty: any.
  email_domains text[] not null default '{}',
  -- Whether an address that the provider calls verified counts as confirmed.
  trusts_email boolean not null default false,
  -- Who gets an account on the first sign-in: everyone at once, as registration allows, or nobody.
  newcomers text not null default 'registration' check (newcomers in ('always', 'registration', 'never')),
  groups_claim text not null default '',
  -- Group to role, in order.
  group_roles jsonb not null default '[]',
  enabled boolean not null default true,
  created_at timestamptz not null
);

-- The accounts of people at providers.
create table identity.linked_identity (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  provider_id bigint not null references identity.provider (id) on delete cascade,
  -- The id of the person at the provider, which never changes.
  subject text not null,
  -- How the provider calls them: an email address or a username.
  name text not null,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  unique (provider_id, subject)
);

create index linked_identity_account on identity.linked_identity (account_id);

-- Sign-ins that have begun at a provider, and those that wait for the person here.
create table identity.provider_request (
  handle_hash bytea primary key,
  provider_id bigint not null references identity.provider (id) on delete cascade,
  -- Who connects the identity to their account. Null: a sign-in.
  account_id bigint references identity.account (id) on delete cascade,
  -- What was sent to the provider, then who came back.
  sealed bytea not null,
  answered boolean not null default false,
  expires_at timestamptz not null
);

create index provider_request_provider on identity.provider_request (provider_id);
create index provider_request_account on identity.provider_request (account_id);
create index provider_request_expires on identity.provider_request (expires_at);

-- The provider's session behind a session, for signing out on either side.
create table identity.provider_session (
  session_id bigint primary key references identity.session (id) on delete cascade,
  provider_id bigint not null references identity.provider (id) on delete cascade,
  subject text not null,
  sid text not null,
  id_token_sealed bytea,
  -- When the provider last saw the person prove who they are. Null: it did not say.
  authenticated_at timestamptz
);

create index provider_session_subject on identity.provider_session (provider_id, subject);
