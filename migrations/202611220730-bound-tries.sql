-- Wrong tries count against whoever asked for the code. Others have a few of their own, so that nobody uses up the tries of
-- somebody else by naming their account.
alter table identity.mailed_code
  -- A keyed hash of the network address that asked; empty: it can be tried by its owner's session alone.
  add column place text not null default '',
  add column other_tries smallint not null default 0,
  drop constraint mailed_code_pkey,
  add primary key (account_id, purpose, place);

-- Tries of callers that named the account and not the challenge.
alter table identity.challenge add column unbound_tries smallint not null default 0;
