-- migration: compatible
-- Where clients were told to send a file, or a part of one, in the bucket. What is sent and never finished, or once more
-- afterwards, is deleted with its row.
create table social.direct_upload (
  path text primary key,
  -- Null: the account was deleted.
  account_id bigint references identity.account (id) on delete set null,
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null
);

create index direct_upload_of_account on social.direct_upload (account_id);
create index direct_upload_age on social.direct_upload (created_at);
