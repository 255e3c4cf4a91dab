-- Unread mentions are looked up by conversation. Nothing has written mentions yet.
delete from social.message_mention;
alter table social.message_mention add column conversation_id bigint not null references social.conversation (id) on delete cascade;
drop index social.message_mention_account;
create index message_mention_account on social.message_mention (account_id, conversation_id, message_id);
create index message_mention_conversation on social.message_mention (conversation_id);
