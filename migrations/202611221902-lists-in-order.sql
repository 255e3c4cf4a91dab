-- What a page of a list reads is in its index, in the order of the list.

-- Who reacted, and with what: also without a look at each reaction, to leave out the blocked.
drop index social.reaction_by_kind;
create index reaction_by_kind on social.reaction (post_id, kind, created_at desc) include (account_id);

-- Whom somebody follows, the newest first.
create index follow_of_follower on social.follow (follower_id, created_at desc, followed_id);

-- Who did last what somebody is told of.
create index notification_actor_newest on social.notification_actor (notification_id, at desc) where undone_at is null;
