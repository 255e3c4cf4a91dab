-- migration: compatible
-- migration: outside a transaction
create index concurrently if not exists registration_request_assigned on identity.registration_request (assigned_to, account_id)
  where assigned_to is not null;
create index concurrently if not exists registration_request_giver on identity.registration_request (assigned_by)
  where assigned_by is not null;
alter table identity.registration_request validate constraint registration_request_assigned_to_fkey;
alter table identity.registration_request validate constraint registration_request_assigned_by_fkey;
