-- migration: compatible
-- The operator who decides about a request to join, who gave it to them, and what they said.
alter table identity.registration_request add column assigned_to bigint, add column assigned_at timestamptz,
  add column assigned_by bigint, add column note text not null default '';
alter table identity.registration_request add constraint registration_request_assigned_to_fkey
  foreign key (assigned_to) references identity.account (id) on delete set null not valid;
alter table identity.registration_request add constraint registration_request_assigned_by_fkey
  foreign key (assigned_by) references identity.account (id) on delete set null not valid;
