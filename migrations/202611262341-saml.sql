-- migration: compatible

alter table identity.provider drop constraint provider_kind_check;
alter table identity.provider
  add constraint provider_kind_check check (kind in ('oidc', 'github', 'saml')) not valid;
-- SAML 2.0: where people sign in, the keys of the provider and our own certificate. Null for other kinds.
alter table identity.provider add column saml jsonb;

-- Messages of providers that count once: assertions (SAML) and logout tokens (OpenID Connect), by their ids.
create table identity.provider_message (
  provider_id bigint not null references identity.provider (id) on delete cascade,
  id_hash bytea not null,
  -- From then on the message itself is refused.
  expires_at timestamptz not null,
  primary key (provider_id, id_hash)
);

create index provider_message_expires on identity.provider_message (expires_at);
