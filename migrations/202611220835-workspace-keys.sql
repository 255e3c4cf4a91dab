-- A key of a member's that acts in the workspace of another account; null: it acts for the account that made it.
alter table identity.access_key
  add column workspace_id bigint references identity.account (id) on delete cascade,
  add constraint access_key_workspace_is_another check (workspace_id <> account_id);
create index access_key_of_workspace on identity.access_key (workspace_id, id desc) where revoked_at is null;
