-- Who sees what of a person: {"email": "friends", …}; what is not named is as `src/identity/privacy.ts` has it.
alter table identity.account
  add column privacy jsonb not null default '{}',
  -- The language in which they read what the operator wrote in several; blank: as their browser asks.
  add column language text not null default '',
  -- What they were told when they were shut out.
  add column suspension_reason text not null default '';

-- The operator's lists of people.
create index account_all on identity.account (id desc) where deleted_at is null;
create index account_of_staff on identity.account (role, id desc) where role <> 'member' and deleted_at is null;
create index account_suspended on identity.account (id desc) where suspended_at is not null and deleted_at is null;
create index account_waiting on identity.account (id desc) where activated_at is null and deleted_at is null;

-- Why, or what exactly.
alter table identity.audit add column detail text not null default '';
create index audit_of_account on identity.audit (account_id, id desc);
create index audit_of_action on identity.audit (action, id desc);

-- Downloads of everything that a person has at Plaza, made by a job and kept for a few days.
create table social.data_export (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  asked_at timestamptz not null,
  ready_at timestamptz,
  failed_at timestamptz,
  -- Where it is in the file store, and how large.
  path text,
  bytes bigint,
  expires_at timestamptz not null
);
create index data_export_of_person on social.data_export (account_id, id desc);
create index data_export_ending on social.data_export (expires_at);
-- One at a time is made for a person.
create unique index data_export_being_made on social.data_export (account_id) where ready_at is null and failed_at is null;
