-- Members who manage a workspace, and members who may change what is on some of its domains only: the hosts, of which
-- a blank one is the default domain. Null: all domains.
alter table identity.team_member
  drop constraint team_member_role_check,
  add constraint team_member_role_check check (role in ('admin', 'editor', 'viewer')),
  add column domains text[];

alter table identity.team_invitation
  drop constraint team_invitation_role_check,
  add constraint team_invitation_role_check check (role in ('admin', 'editor', 'viewer')),
  add column domains text[];
