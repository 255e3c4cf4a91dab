-- migration: compatible
-- A place at an event is confirmed by email.
alter table social.notification drop constraint notification_kind_check, add constraint notification_kind_check check (kind in (
  'friend_request', 'friend_accept', 'follow_request', 'follow_accept', 'follow', 'comment', 'reply', 'reaction', 'mention',
  'share', 'thread', 'answer', 'accepted', 'page_invitation', 'page_role', 'agent', 'published', 'term', 'appeal',
  'decision', 'report', 'money', 'event_day', 'event_hour', 'event_place', 'event_ticket', 'event_change', 'event_cancel',
  'group_post')) not valid;
