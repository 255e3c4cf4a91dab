-- Whoever is here already has been let in, and is past the first steps.
update identity.account set
  activated_at = coalesce(activated_at, registered_at),
  started_at = coalesce(started_at, registered_at);

-- A short code that was mailed to somebody: one a purpose, for a few minutes and a few tries. The hash is keyed, for
-- six digits alone would be found out from it at once.
create table identity.mailed_code (
  account_id bigint not null references identity.account (id) on delete cascade,
  purpose text not null check (purpose in ('activation', 'reset', 'email', 'second-factor')),
  code_hash bytea not null,
  -- What it is about: the new address, where the purpose is a change of address.
  detail text not null default '',
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (account_id, purpose)
);
create index mailed_code_expiry on identity.mailed_code (expires_at);

-- Who may join where members invite.
create table identity.invitation (
  id bigint generated always as identity primary key,
  code text not null unique,
  made_by bigint not null references identity.account (id) on delete cascade,
  -- Blank: for whoever has the code.
  email text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_by bigint references identity.account (id) on delete set null,
  used_at timestamptz
);
create index invitation_of_account on identity.invitation (made_by, id desc);
