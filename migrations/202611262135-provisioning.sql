-- migration: compatible
-- Accounts and groups that an organization creates by SCIM 2.0 (RFC 7643, 7644) beside a sign-in provider.
alter table identity.provider add column scim_token_hash bytea;

create table identity.provisioned_user (
  provider_id bigint not null references identity.provider (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  -- As the organization wrote them. Members may use other names here.
  user_name text not null,
  external_id text,
  email text not null default '',
  given_name text not null default '',
  family_name text not null default '',
  display_name text not null default '',
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (provider_id, account_id)
);

create unique index provisioned_user_name on identity.provisioned_user (provider_id, lower(user_name));
create unique index provisioned_user_external on identity.provisioned_user (provider_id, external_id)
  where external_id is not null;
create index provisioned_user_email on identity.provisioned_user (provider_id, lower(email));
create index provisioned_user_account on identity.provisioned_user (account_id);

create table identity.provisioned_group (
  id bigint generated always as identity primary key,
  provider_id bigint not null references identity.provider (id) on delete cascade,
  display_name text not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index provisioned_group_name on identity.provisioned_group (provider_id, lower(display_name));

create table identity.provisioned_group_member (
  group_id bigint not null references identity.provisioned_group (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  primary key (group_id, account_id)
);

create index provisioned_group_member_account on identity.provisioned_group_member (account_id);
