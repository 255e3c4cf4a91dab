-- Links sent by mail with which somebody confirms or undoes a change of what they sign in with.
create table identity.mailed_link (
  token_hash bytea primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  purpose text not null check (purpose in ('password', 'email-undo')),
  -- password: the new hash and what ends with it; email-undo: the address to restore.
  detail jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_link_of_account on identity.mailed_link (account_id);
create index mailed_link_expiry on identity.mailed_link (expires_at);
-- An address that can be restored is given to nobody else until then.
create index mailed_link_email on identity.mailed_link (lower(detail ->> 'email')) where purpose = 'email-undo';

-- Grants given to apps up to this time have ended: the owner ended them together with a change of password.
alter table identity.account add column grants_ended_at timestamptz;
