create schema agents;

-- Keys that sign identity assertions. The private half is sealed with SECRET_KEY.
create table agents.signing_key (
  id text primary key,
  public_jwk jsonb not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- From then on it signs nothing; until `published_until` what it signed is still verified.
  retires_at timestamptz not null,
  published_until timestamptz not null
);

-- An agent that registered. It acts for nobody until a person approves its claim.
create table agents.registration (
  id bigint generated always as identity primary key,
  -- What the agent and its assertions call it: `reg_…`.
  public_id text not null unique,
  name text not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  account_id bigint references identity.account (id) on delete cascade,
  claimed_at timestamptz,
  last_used_at timestamptz,
  -- By the person it acts for.
  revoked_at timestamptz,
  -- By an operator.
  blocked_at timestamptz,
  -- Limits that the person sets; null: none.
  skills text[],
  audience text check (audience = 'friends'),
  daily_posts integer check (daily_posts > 0),
  check ((account_id is null) = (claimed_at is null))
);
create index registration_of_account on agents.registration (account_id, id desc) where account_id is not null;
create index registration_unclaimed on agents.registration (created_at) where account_id is null;
create index registration_address on agents.registration (address, id desc);

create table agents.claim (
  id bigint generated always as identity primary key,
  registration_id bigint not null unique references agents.registration (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  -- Six digits, once the agent has asked for them.
  user_code text,
  started_at timestamptz,
  -- Seconds between polls of the token endpoint.
  poll_interval integer not null default 5,
  polled_at timestamptz,
  approved_at timestamptz,
  denied_at timestamptz,
  -- When it was exchanged for a token.
  used_at timestamptz
);
create unique index claim_pending_code on agents.claim (user_code)
  where user_code is not null and approved_at is null and denied_at is null;

create table agents.access_token (
  token_hash bytea primary key,
  registration_id bigint not null references agents.registration (id) on delete cascade,
  -- `api`, or empty for a token of an agent that nobody has claimed.
  scope text not null check (scope in ('', 'api')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index access_token_of_registration on agents.access_token (registration_id);
create index access_token_expiry on agents.access_token (expires_at);

-- What an agent asked for at /a2a, and what came of it.
create table agents.task (
  id uuid primary key,
  -- In the order in which they changed last.
  place bigint generated always as identity,
  registration_id bigint not null references agents.registration (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  context_id text not null,
  message_id text,
  -- SHA-256 of the parameters: the same message id with other parameters is refused.
  fingerprint bytea not null,
  skill text not null,
  state text not null check (state in ('working', 'completed', 'rejected', 'failed')),
  message jsonb not null,
  -- What the agent is told: `{text}`, and artifacts where there are any.
  outcome jsonb,
  created_at timestamptz not null
);
create unique index task_message on agents.task (registration_id, message_id) where message_id is not null;
create index task_of_registration on agents.task (registration_id, place desc);
create index task_of_account on agents.task (account_id, place desc);
create index task_created on agents.task (created_at);

-- The agent by which something was published, for the mark that readers see.
alter table social.post add column agent_name text;
alter table social.comment add column agent_name text;
