-- Agents are connected apps: a person who ends these with a new password ends their agents too.
create function agents.end_with_grants() returns trigger language plpgsql as $$
begin
  update agents.registration set revoked_at = new.grants_ended_at where account_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger end_agents after update of grants_ended_at on identity.account for each row
  when (new.grants_ended_at is distinct from old.grants_ended_at and new.grants_ended_at is not null)
  execute function agents.end_with_grants();

alter table social.notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in (
    'friend_request', 'friend_accept', 'follow', 'comment', 'reply', 'reaction', 'mention', 'share', 'thread', 'answer',
    'accepted', 'page_invitation', 'page_role', 'agent', 'published', 'term', 'appeal', 'decision', 'report'
  ));

-- What an agent changed by the rest of the API, for its person; what it did by its skills is in `task`. Both are in one order.
create table agents.api_call (
  place bigint primary key default nextval(pg_get_serial_sequence('agents.task', 'place')),
  registration_id bigint not null references agents.registration (id) on delete cascade,
  path text not null,
  created_at timestamptz not null
);
create index api_call_of_registration on agents.api_call (registration_id, place desc);
create index api_call_created on agents.api_call (created_at);

drop index social.notification_open;
create unique index notification_open on social.notification (account_id, kind, post_id, comment_id, page_id)
  nulls not distinct where read_at is null and kind not in ('decision', 'report', 'published', 'term', 'appeal', 'agent');
