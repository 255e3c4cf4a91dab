-- Keys that people keep on their devices and sign in with. Only the public half is here.
create table identity.passkey (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  -- As browsers name it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it signed, where the device counts: one that goes back was copied.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- The host that it was made at and works at.
  host text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_account on identity.passkey (account_id, id);

-- What a device was asked to sign: once, within minutes, at the address that asked.
create table identity.passkey_challenge (
  challenge_hash bytea primary key,
  origin text not null,
  -- Who adds a passkey, and what it is to be called; null: somebody signs in.
  account_id bigint references identity.account (id) on delete cascade,
  name text not null default '',
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on identity.passkey_challenge (expires_at);
create index passkey_challenge_of_account on identity.passkey_challenge (account_id) where account_id is not null;

-- Those whom nobody heard of for long are forgotten.
create index known_device_seen on identity.known_device (seen_at);
