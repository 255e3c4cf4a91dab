-- Who reacted last, in the order of the list.
drop index social.reaction_newest;
create index reaction_newest on social.reaction (post_id, created_at desc, account_id desc);
