-- migration: compatible
-- Who had a case of the moderation queue, or the appeal against its decision, and what the one who gave it said.
-- `claimed_by` of the case is the one who has it now.
create table social.case_assignment (
  id bigint generated always as identity primary key,
  case_id bigint not null references social.moderation_case (id) on delete cascade,
  -- Null if it was given back, or if the account was deleted.
  assignee_id bigint references identity.account (id) on delete set null,
  assigned_by bigint references identity.account (id) on delete set null,
  is_release boolean not null default false,
  note text not null default '',
  at timestamptz not null
);
create index case_assignment_of_case on social.case_assignment (case_id, id);
create index case_assignment_of_assignee on social.case_assignment (assignee_id);
create index case_assignment_of_giver on social.case_assignment (assigned_by);

alter table social.notification drop constraint notification_kind_check, add constraint notification_kind_check check (kind in (
  'friend_request', 'friend_accept', 'follow_request', 'follow_accept', 'follow', 'comment', 'reply', 'reaction', 'mention',
  'share', 'thread', 'answer', 'accepted', 'page_invitation', 'page_role', 'agent', 'published', 'term', 'appeal',
  'decision', 'report', 'money', 'event_day', 'event_hour', 'event_place', 'event_ticket', 'event_change', 'event_cancel',
  'group_post', 'case_assigned')) not valid;
