-- Whether a person's posts and articles are visible to their followers and friends only, and following needs approval.
alter table identity.account add column is_private boolean not null default false;

drop trigger announce_account on identity.account;
create trigger announce_account after update on identity.account for each row
when ((old.username, old.first_name, old.last_name, old.picture_small, old.role, old.activated_at,
    old.deletion_requested_at, old.suspended_at, old.deleted_at, old.language, old.has_filters, old.is_private)
  is distinct from (new.username, new.first_name, new.last_name, new.picture_small, new.role, new.activated_at,
    new.deletion_requested_at, new.suspended_at, new.deleted_at, new.language, new.has_filters, new.is_private))
execute function identity.announce_account('id');

-- Requests to follow a private account, until they are accepted, declined or canceled.
create table social.follow_request (
  follower_id bigint not null references identity.account (id) on delete cascade,
  followed_id bigint not null references identity.account (id) on delete cascade,
  requested_at timestamptz not null,
  check (follower_id <> followed_id),
  primary key (follower_id, followed_id)
);

create index follow_request_newest on social.follow_request (followed_id, requested_at desc);

alter table social.notification drop constraint notification_kind_check, add constraint notification_kind_check check (kind in (
  'friend_request', 'friend_accept', 'follow_request', 'follow_accept', 'follow', 'comment', 'reply', 'reaction', 'mention',
  'share', 'thread', 'answer', 'accepted', 'page_invitation', 'page_role', 'agent', 'published', 'term', 'appeal',
  'decision', 'report', 'money'));
