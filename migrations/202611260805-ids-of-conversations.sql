-- Clients mark messages as read by an id that is of a conversation or of a message. Both take their ids from one
-- sequence, so that no id is of both.
alter table social.conversation alter column id drop identity;
alter table social.conversation
  alter column id set default nextval('social.message_id_seq');
select setval('social.message_id_seq', greatest(
  (select coalesce(max(id), 0) from social.message), (select coalesce(max(id), 0) from social.conversation)) + 1, false);
