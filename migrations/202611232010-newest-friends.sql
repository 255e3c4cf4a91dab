-- Friends are listed the newest first, and requests that wait the latest first: read in order by the index alone, until a page
-- is full. The wide ones replace indexes with the same first column, which serve deletions of accounts as well.
create index friendship_newest_of_requester on social.friendship (requester_id, accepted_at desc, recipient_id desc);
create index friendship_newest_of_recipient on social.friendship (recipient_id, accepted_at desc, requester_id desc);
drop index social.friendship_of_requester, social.friendship_of_recipient;
create index friendship_waiting_for on social.friendship (recipient_id, requested_at desc, requester_id)
  where accepted_at is null and declined_at is null;
create index friendship_waiting_of on social.friendship (requester_id, requested_at desc, recipient_id)
  where accepted_at is null and declined_at is null;

-- Whoever looks at the list has seen all, also what was sent elsewhere and is not on the page; and reads all at once.
drop index social.notification_unseen;
create index notification_unseen on social.notification (account_id) where seen_at is null;
create index notification_unread on social.notification (account_id) where read_at is null;
