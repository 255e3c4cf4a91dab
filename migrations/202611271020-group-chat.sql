-- migration: compatible
-- The chat of a group. Its members are those of the group, as far as there is room.
alter table social.people_group add column chat_id bigint;
alter table social.people_group add column chat_size integer;
alter table social.people_group add constraint people_group_chat_fkey foreign key (chat_id)
  references social.conversation (id) on delete set null not valid;
-- short: groups are few
create unique index people_group_chat on social.people_group (chat_id) where chat_id is not null;

-- Adds members of a group to its chat, in the order in which they joined, until it is full. They read it from then on.
create function social.fill_group_chat(home_id bigint) returns void language plpgsql as $$
declare
  chat bigint;
  size integer;
  newest bigint;
begin
  select chat_id, chat_size into chat, size from social.people_group
    where id = home_id and deleted_at is null for update;
  if chat is null then return; end if;
  -- Messages of the moment come first.
  perform from social.conversation where id = chat for update;
  select coalesce(max(id), 0) into newest from social.message where conversation_id = chat;
  insert into social.conversation_member
    (conversation_id, account_id, is_owner, joined_at, last_message_id, cleared_to, seen_to)
  select chat, member.account_id, member.role in ('owner', 'admin'), member.joined_at, newest, newest, newest
  from social.people_group_member as member
  where member.group_id = home_id and not exists (select from social.conversation_member as present
    where present.conversation_id = chat and present.account_id = member.account_id)
  order by member.joined_at, member.account_id
  limit greatest(0, size - (select count(*) from social.conversation_member where conversation_id = chat));
end $$;

-- However people join and leave a group, they join and leave its chat.
create function social.follow_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform social.fill_group_chat(new.group_id);
  elsif tg_op = 'UPDATE' then
    update social.conversation_member as member set is_owner = new.role in ('owner', 'admin')
    from social.people_group as home
    where home.id = new.group_id and member.conversation_id = home.chat_id and member.account_id = new.account_id;
  else
    delete from social.conversation_member as member using social.people_group as home
    where home.id = old.group_id and member.conversation_id = home.chat_id and member.account_id = old.account_id;
    perform social.fill_group_chat(old.group_id);
  end if;
  return null;
end $$;

create trigger follow_group after insert or delete or update of role on social.people_group_member for each row
  execute function social.follow_group();

-- The chat has the title and the picture of its group. Nobody reads that of a closed group; a job deletes it.
create function social.change_group_chat() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from social.conversation_member where conversation_id = new.chat_id;
  end if;
  update social.conversation set title = new.title, picture_path = new.picture_small where id = new.chat_id;
  return null;
end $$;

create trigger change_group_chat after update of title, picture_small, deleted_at on social.people_group for each row
  when (new.chat_id is not null) execute function social.change_group_chat();
