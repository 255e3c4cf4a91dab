-- migration: compatible
-- migration: outside a transaction
create unique index concurrently if not exists registration_of_client on agents.registration (account_id, client_id)
  where client_id is not null and revoked_at is null;
create index concurrently if not exists registration_client on agents.registration (client_id) where client_id is not null;
create index concurrently if not exists access_token_of_grant on agents.access_token (grant_id) where grant_id is not null;
alter table agents.registration validate constraint registration_client_id_fkey;
alter table agents.access_token validate constraint access_token_grant_id_fkey;
alter table agents.access_token validate constraint access_token_scope_check;
