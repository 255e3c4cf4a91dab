-- What somebody shows beside their password when they sign in.
create table identity.second_factor (
  account_id bigint primary key references identity.account (id) on delete cascade,
  -- An app that makes codes, or codes by mail.
  method text not null check (method in ('app', 'email')),
  -- The app's secret: it must be readable again to know the code of the moment.
  secret_sealed bytea,
  -- The step of the last code that was taken: none is taken twice.
  last_step bigint not null default 0,
  -- Null: set up, but not yet shown to work.
  confirmed_at timestamptz
);

-- For whoever lost the app or the mailbox; each works once.
create table identity.recovery_code (
  account_id bigint not null references identity.account (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- A sign-in whose password was right and that waits for the second factor.
create table identity.challenge (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  handle_hash bytea not null unique,
  method text not null,
  device jsonb not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index challenge_of_account on identity.challenge (account_id, id desc);
create index challenge_expiry on identity.challenge (expires_at);

-- From where somebody signed in before: the first time from elsewhere they are told. Keyed hashes of browser and system.
create table identity.known_device (
  account_id bigint not null references identity.account (id) on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (account_id, device_hash)
);
