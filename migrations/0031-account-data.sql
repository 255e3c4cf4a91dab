-- Downloads of everything that an account has at Hop, made by a job and kept for a few days.
create table links.data_export (
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
create index data_export_of_account on links.data_export (account_id, id desc);
create index data_export_expiry on links.data_export (expires_at);
-- One at a time is made for an account.
create unique index data_export_under_way on links.data_export (account_id) where ready_at is null and failed_at is null;

-- Domains that were deleted, as they were, so that they can be brought back. Nothing refers to them any more.
create table links.deleted_domain (
  id bigint primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  host text not null,
  scheme text not null,
  root_redirect text,
  missing_redirect text,
  verified_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz not null
);
create index deleted_domain_of_account on links.deleted_domain (account_id, id);
