-- What was done about one thing.
create index audit_of_subject on identity.audit (subject, id desc);

-- Whose workspace somebody worked in when they did it; null: their own, or as an operator.
alter table identity.audit add column workspace_id bigint references identity.account (id) on delete cascade;
create index audit_of_workspace on identity.audit (workspace_id, id desc) where workspace_id is not null;

-- Who else works in an account's workspace. An editor does what its owner does, but for the account itself, its keys and
-- its team; a viewer looks.
create table identity.team_member (
  owner_id bigint not null references identity.account (id) on delete cascade,
  member_id bigint not null references identity.account (id) on delete cascade,
  role text not null check (role in ('editor', 'viewer')),
  joined_at timestamptz not null,
  primary key (owner_id, member_id),
  check (owner_id <> member_id)
);
create index team_of_member on identity.team_member (member_id, owner_id);

-- Invitations that wait. Only the hash of what stands in the mailed link is kept.
create table identity.team_invitation (
  id bigint generated always as identity primary key,
  owner_id bigint not null references identity.account (id) on delete cascade,
  email text not null,
  role text not null check (role in ('editor', 'viewer')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- One an address: a second one takes the place of the first.
create unique index team_invitation_email on identity.team_invitation (owner_id, lower(email));

-- Accounts, or what an account has at one service, that are to be deleted once the time to think again is over.
create table identity.closing (
  account_id bigint not null references identity.account (id) on delete cascade,
  scope text not null check (scope in ('account', 'links')),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  primary key (account_id, scope)
);
create index closing_due on identity.closing (due_at);
