-- migration: compatible
-- What of a group notifies a member: all posts, highlights (announcements, and posts by people whom they follow or are
-- friends with), what concerns themselves, or nothing. Until `muted_until`, nothing.
alter table social.people_group_member add column notify text not null default 'highlights', add column muted_until timestamptz;
alter table social.people_group_member add constraint people_group_member_notify_check
  check (notify in ('all', 'highlights', 'mentions', 'none')) not valid;

alter table social.notification drop constraint notification_kind_check, add constraint notification_kind_check check (kind in (
  'friend_request', 'friend_accept', 'follow_request', 'follow_accept', 'follow', 'comment', 'reply', 'reaction', 'mention',
  'share', 'thread', 'answer', 'accepted', 'page_invitation', 'page_role', 'agent', 'published', 'term', 'appeal',
  'decision', 'report', 'money', 'event_day', 'event_hour', 'event_place', 'event_change', 'event_cancel',
  'group_post')) not valid;
