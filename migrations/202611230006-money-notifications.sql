-- What happened to somebody's money, each time by itself.
alter table social.notification
  add column money_event text check (money_event ~ '^[a-z_]{1,40}$'),
  -- In millionths of the currency.
  add column amount bigint;
alter table social.notification drop constraint if exists notification_kind_check,
  add constraint notification_kind_check check (kind in (
    'friend_request', 'friend_accept', 'follow', 'comment', 'reply', 'reaction', 'mention', 'share', 'thread', 'answer',
    'accepted', 'page_invitation', 'page_role', 'agent', 'published', 'term', 'appeal', 'decision', 'report', 'money'
  ));
drop index social.notification_open;
create unique index notification_open on social.notification (account_id, kind, post_id, comment_id, page_id)
  nulls not distinct
  where read_at is null and kind not in ('decision', 'report', 'published', 'term', 'appeal', 'agent', 'money');
