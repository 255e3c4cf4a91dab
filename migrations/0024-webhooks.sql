-- Addresses of owners' own programs that are told what happens to their links.
create table links.webhook (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Sealed and not hashed: every message is signed with it. Its owner is shown it once.
  secret bytea not null,
  shown_at timestamptz,
  -- For a day after a new secret was made, messages carry a signature by the one before as well.
  former_secret bytea,
  former_until timestamptz,
  -- When something was taken last, and since when nothing is.
  delivered_at timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  -- Why it was switched off; null: its owner did.
  disabled_because text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhook_of_account on links.webhook (account_id, id desc);
create trigger keep_to_plan before insert on links.webhook for each row
  execute function links.keep_to_plan('webhooks', 'true', 'webhooks');

-- What happened and is to be told: rows for accounts that want to know, until the job takes them a moment later.
create table links.webhook_event (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null,
  link_id bigint not null,
  -- Null: when the job takes it.
  at timestamptz,
  detail jsonb
);
create index webhook_event_of_account on links.webhook_event (account_id, id);

-- Messages, as they were sent, and what came back.
create table links.webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references links.webhook (id) on delete cascade,
  -- The same when it is sent again, so that a receiver can tell.
  message text not null,
  kind text not null,
  body text not null,
  attempts smallint not null default 0,
  -- When it is tried next; null: it is not.
  due_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- Of the last try: status, the beginning of the answer or why there is none, and milliseconds.
  status smallint,
  answer text,
  took integer,
  created_at timestamptz not null
);
create index webhook_delivery_of_webhook on links.webhook_delivery (webhook_id, id desc);
create index webhook_delivery_due on links.webhook_delivery (webhook_id, due_at) where due_at is not null;
create index webhook_delivery_age on links.webhook_delivery (created_at);

-- Triggers, because an event belongs to its row: whatever door a link comes by, it is told if and only if it is there, and
-- the verbs that write links cost nothing more where nobody listens.
create function links.announce_link() returns trigger language plpgsql as $$
declare
  happened text := case
    when tg_op = 'INSERT' or (old.deleted_at is not null and new.deleted_at is null) then 'link.created'
    when new.deleted_at is not null then 'link.deleted'
    else 'link.updated' end;
begin
  if exists (select from links.webhook
    where account_id = new.account_id and disabled_at is null and happened = any (events))
  then
    insert into links.webhook_event (account_id, kind, link_id, at) values (new.account_id, happened, new.id,
      case when tg_op = 'INSERT' then new.created_at when happened = 'link.deleted' then new.deleted_at
        when happened = 'link.updated' then new.updated_at end);
    perform graphile_worker.add_job('links.send-events', json_build_object('account', new.account_id::text),
      job_key => 'links.events:' || new.account_id);
  end if;
  return null;
end $$;

create trigger announce_new after insert on links.link for each row when (new.purpose = 'link')
  execute function links.announce_link();
create trigger announce_change after update of updated_at, deleted_at on links.link for each row
  when (new.purpose = 'link' and (old.deleted_at is distinct from new.deleted_at
    or (new.deleted_at is null and old.updated_at is distinct from new.updated_at)))
  execute function links.announce_link();

-- Once for each batch of clicks, in the statement that counts them: a click is told exactly if it is counted.
create function links.announce_clicks() returns trigger language plpgsql as $$
declare
  owner bigint;
begin
  if not exists (select from links.webhook
    where disabled_at is null and events && '{link.clicked,qr.scanned}') then return null; end if;
  for owner in
    with told as (
      insert into links.webhook_event (account_id, kind, link_id, at, detail)
      select link.account_id, happened.kind, link.id, fresh.at, jsonb_build_object(
        'country', fresh.country, 'browser', fresh.browser, 'system', fresh.system,
        'device', fresh.device, 'language', fresh.language, 'referrer', fresh.referrer)
      from fresh
      join links.link as link on link.id = fresh.link_id
      cross join lateral (
        select case link.purpose when 'qr' then 'qr.scanned' else 'link.clicked' end as kind
      ) as happened
      where not fresh.is_bot and exists (select from links.webhook as hook
        where hook.account_id = link.account_id and hook.disabled_at is null and happened.kind = any (hook.events))
      returning account_id
    )
    select distinct account_id from told order by account_id
  loop
    -- A little later, and not put off by the next batch: clicks that come together are told together.
    perform graphile_worker.add_job('links.send-events', json_build_object('account', owner::text),
      run_at => now() + interval '3 seconds',
      job_key => 'links.events:' || owner, job_key_mode => 'preserve_run_at');
  end loop;
  return null;
end $$;

create trigger announce_clicks after insert on links.click referencing new table as fresh
  for each statement execute function links.announce_clicks();

-- When it was told that a link has expired: a later end is told again.
alter table links.link add column expiry_told_at timestamptz;
create index link_ending on links.link (expires_at) where expires_at is not null and deleted_at is null;
create index link_limited on links.link (id)
  where click_limit is not null and expiry_told_at is null and deleted_at is null;
