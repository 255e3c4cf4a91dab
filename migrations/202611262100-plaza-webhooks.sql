-- migration: compatible
-- Webhooks of Plaza. Whose events one is told: its owner's, those of people who authorized an app of its owner, or what
-- is public at the site, for operators.
create table social.webhook (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  audience text not null default 'account' check (audience in ('account', 'app', 'site')),
  app_id bigint references social.oauth_app (id) on delete cascade,
  name text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Encrypted rather than hashed, because it signs every message. Shown to its owner once.
  secret bytea not null,
  shown_at timestamptz,
  -- The previous secret. For a day after a rotation, messages have a signature with both.
  former_secret bytea,
  former_until timestamptz,
  -- The last successful delivery, and the start of the current failures.
  delivered_at timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  -- Why it was disabled; null: by its owner.
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((audience = 'app') = (app_id is not null))
);

create index webhook_of_account on social.webhook (account_id, id desc);
create index webhook_of_app on social.webhook (app_id) where app_id is not null;
create index webhook_of_site on social.webhook (id) where audience = 'site';
create index webhook_by_event on social.webhook using gin (events) where disabled_at is null;

-- Events that wait to be turned into deliveries by a job, once for each webhook and person.
create table social.webhook_event (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references social.webhook (id) on delete cascade,
  -- The person as whom the webhook sees it; null: as a visitor.
  member_id bigint references identity.account (id) on delete cascade,
  kind text not null,
  -- What it is about, such as a post, and what only the moment knows, such as who reacted.
  subject_id bigint not null,
  detail jsonb,
  -- Null: when the job processes it.
  at timestamptz
);

create index webhook_event_of_webhook on social.webhook_event (webhook_id, id);
create index webhook_event_of_member on social.webhook_event (member_id) where member_id is not null;

-- Messages as they were sent, with the responses.
create table social.webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references social.webhook (id) on delete cascade,
  -- The message id, the same for retries, so that receivers can deduplicate.
  message text not null,
  kind text not null,
  body text not null,
  attempts smallint not null default 0,
  -- The next attempt; null: none.
  due_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- Of the last attempt: status, start of the response or error, and milliseconds.
  status smallint,
  response text,
  duration_ms integer,
  created_at timestamptz not null
);

create index webhook_delivery_of_webhook on social.webhook_delivery (webhook_id, id desc);
create index webhook_delivery_due on social.webhook_delivery (webhook_id, due_at) where due_at is not null;
create index webhook_delivery_age on social.webhook_delivery (created_at);

-- Whether a person lets an app of /developers have what needs a scope.
create function social.app_may(of_app bigint, person bigint, needed text) returns boolean language sql stable as $$
  select exists (
    select from social.oauth_app as app
    join agents.client as client on client.kind = 'app' and client.client_id = app.auth_id
    join agents.registration as agent on agent.client_id = client.id and agent.account_id = person
    join agents.oauth_grant as permit on permit.registration_id = agent.id
    where app.id = of_app and app.deleted_at is null and agent.revoked_at is null and agent.blocked_at is null
      and permit.used_at is not null and needed = any (permit.scopes))
$$;

-- Whether any webhook is told of one of these events. Triggers ask this first, so that nothing else is read without one.
create function social.is_listened_to(happened text[]) returns boolean language sql stable as $$
  select exists (select from social.webhook where disabled_at is null and events && happened)
$$;

-- Stores an event for each webhook that is told of it, and queues the jobs that send it.
create function social.announce(
  happened text, needed text, people bigint[], subject bigint, detail jsonb default null, at timestamptz default null
) returns void language plpgsql as $$
declare
  receiver bigint;
begin
  for receiver in
    with receiver as (
      select hook.id, hook.account_id as member_id from social.webhook as hook
      where hook.audience = 'account' and hook.account_id = any (people)
        and hook.disabled_at is null and hook.events @> array[happened]
      union
      select hook.id, agent.account_id
      from agents.registration as agent
      join agents.client as client on client.id = agent.client_id and client.kind = 'app'
      join social.oauth_app as app on app.auth_id = client.client_id
      join social.webhook as hook on hook.app_id = app.id
      where agent.account_id = any (people) and hook.disabled_at is null and hook.events @> array[happened]
        and social.app_may(app.id, agent.account_id, needed)
      union
      select hook.id, null from social.webhook as hook
      where hook.audience = 'site' and hook.disabled_at is null and hook.events @> array[happened]
    ), told as (
      insert into social.webhook_event (webhook_id, member_id, kind, subject_id, detail, at)
      select receiver.id, receiver.member_id, happened, subject, announce.detail, announce.at from receiver
      returning webhook_id
    )
    select distinct webhook_id from told order by webhook_id
  loop
    -- Without a key, whose row would make all who write at the same time wait for each other.
    perform graphile_worker.add_job('social.send-events', json_build_object('webhook', receiver::text),
      queue_name => 'social.events:' || receiver);
  end loop;
end $$;

-- Triggers, so that every way to write something has the event exactly if the row is committed.
create function social.announce_post() returns trigger language plpgsql as $$
declare
  was_shown boolean := tg_op = 'UPDATE' and (old.held_at is null and old.deleted_at is null);
  is_shown boolean := new.held_at is null and new.deleted_at is null;
  happened text := case when not was_shown then 'post.created' when not is_shown then 'post.deleted'
    else 'post.updated' end;
begin
  if not social.is_listened_to(array[happened, 'post.deleted', 'question.answered']) then return null; end if;
  perform social.announce(happened, 'read', array[new.author_id], new.id);
  if happened = 'post.created' and new.kind = 'answer' then
    perform social.announce('question.answered', 'read',
      array[new.author_id, (select author_id from social.post where id = new.parent_id)], new.id);
  end if;
  -- Visitors do not see it any more.
  if happened = 'post.updated' and old.privacy = 'public' and new.privacy <> 'public' then
    perform social.announce('post.deleted', 'read', '{}', new.id);
  end if;
  return null;
end $$;

create trigger announce_new after insert on social.post for each row
  when (new.held_at is null and new.deleted_at is null) execute function social.announce_post();

create trigger announce_change after update of held_at, deleted_at, edited_at, privacy on social.post for each row
  when (((old.held_at is null and old.deleted_at is null) or (new.held_at is null and new.deleted_at is null))
    and (old.held_at is null, old.deleted_at is null, old.edited_at, old.privacy)
      is distinct from (new.held_at is null, new.deleted_at is null, new.edited_at, new.privacy))
  execute function social.announce_post();

create function social.announce_comment() returns trigger language plpgsql as $$
declare
  was_shown boolean := tg_op = 'UPDATE' and (old.held_at is null and old.deleted_at is null);
  is_shown boolean := new.held_at is null and new.deleted_at is null;
  happened text := case when not was_shown then 'comment.created' when not is_shown then 'comment.deleted'
    else 'comment.updated' end;
begin
  if not social.is_listened_to(array[happened]) then return null; end if;
  perform social.announce(happened, 'read', array[
      new.author_id,
      (select author_id from social.post where id = new.post_id),
      (select author_id from social.comment where id = new.parent_id)
    ], new.id, jsonb_build_object('post', new.post_id::text));
  return null;
end $$;

create trigger announce_new after insert on social.comment for each row
  when (new.held_at is null and new.deleted_at is null) execute function social.announce_comment();

create trigger announce_change after update of held_at, deleted_at, edited_at on social.comment for each row
  when (((old.held_at is null and old.deleted_at is null) or (new.held_at is null and new.deleted_at is null))
    and (old.held_at is null, old.deleted_at is null, old.edited_at)
      is distinct from (new.held_at is null, new.deleted_at is null, new.edited_at))
  execute function social.announce_comment();

create function social.announce_reaction() returns trigger language plpgsql as $$
begin
  if not social.is_listened_to('{reaction.created}') then return null; end if;
  if tg_argv[0] = 'comment' then
    perform social.announce('reaction.created', 'read',
      array[new.account_id, (select author_id from social.comment where id = new.comment_id)], new.comment_id,
      jsonb_build_object('on', 'comment', 'by', new.account_id::text, 'kind', new.kind), new.created_at);
  else
    perform social.announce('reaction.created', 'read',
      array[new.account_id, (select author_id from social.post where id = new.post_id)], new.post_id,
      jsonb_build_object('on', 'post', 'by', new.account_id::text, 'kind', new.kind), new.created_at);
  end if;
  return null;
end $$;

create trigger announce_new after insert on social.reaction for each row
  execute function social.announce_reaction('post');
create trigger announce_new after insert on social.comment_reaction for each row
  execute function social.announce_reaction('comment');

create function social.announce_solution() returns trigger language plpgsql as $$
begin
  if not social.is_listened_to('{question.solved}') then return null; end if;
  perform social.announce('question.solved', 'read',
    (select array_agg(author_id) from social.post where id in (new.post_id, new.accepted_id)), new.accepted_id,
    null, new.solved_at);
  return null;
end $$;

create trigger announce_solution after update of solved_at on social.question for each row
  when (old.solved_at is null and new.solved_at is not null and new.accepted_id is not null)
  execute function social.announce_solution();

create function social.announce_member() returns trigger language plpgsql as $$
begin
  if not social.is_listened_to('{member.joined}') then return null; end if;
  perform social.announce('member.joined', '', '{}', new.id, null, new.activated_at);
  return null;
end $$;

create trigger announce_member after insert on identity.account for each row
  when (new.activated_at is not null and not new.is_former) execute function social.announce_member();
create trigger announce_activated after update of activated_at on identity.account for each row
  when (old.activated_at is null and new.activated_at is not null) execute function social.announce_member();

create function social.announce_report() returns trigger language plpgsql as $$
begin
  if not social.is_listened_to('{report.opened}') then return null; end if;
  perform social.announce('report.opened', '', '{}', new.id, null, new.created_at);
  return null;
end $$;

create trigger announce_new after insert on social.report for each row execute function social.announce_report();

create function social.announce_message() returns trigger language plpgsql as $$
begin
  if not social.is_listened_to('{message.created}') then return null; end if;
  perform social.announce('message.created', 'messages',
    (select array_agg(account_id) from social.conversation_member where conversation_id = new.conversation_id),
    new.id, null, new.created_at);
  return null;
end $$;

create trigger announce_new after insert on social.message for each row
  when (new.event is null and new.deleted_at is null) execute function social.announce_message();

create function social.announce_membership() returns trigger language plpgsql as $$
declare
  happened text := case when tg_op = 'INSERT' then 'subscription.started'
    when new.ended_at is not null then 'subscription.ended' else 'subscription.renewed' end;
begin
  if not social.is_listened_to(array[happened]) then return null; end if;
  perform social.announce(happened, 'pay', array[
      new.account_id, coalesce(new.seller_id, (select owner_id from social.page where id = new.page_id))
    ], new.id);
  return null;
end $$;

create trigger announce_new after insert on social.membership for each row
  execute function social.announce_membership();
create trigger announce_change after update on social.membership for each row
  when ((old.ended_at is null and new.ended_at is not null)
    or (new.ended_at is null and new.period_start >= old.period_end))
  execute function social.announce_membership();

create function social.announce_sale() returns trigger language plpgsql as $$
declare
  happened text := case when tg_op = 'INSERT' then 'payment.created' else 'payment.refunded' end;
begin
  if not social.is_listened_to(array[happened]) then return null; end if;
  perform social.announce(happened, 'pay', array[new.buyer_id, new.payee_id], new.id);
  return null;
end $$;

create trigger announce_new after insert on social.sale for each row execute function social.announce_sale();
create trigger announce_refund after update of refunded on social.sale for each row
  when (new.refunded > old.refunded) execute function social.announce_sale();

-- Only the person is told which agents they connected: no scope lets apps see others.
create function social.announce_agent() returns trigger language plpgsql as $$
begin
  if not social.is_listened_to('{agent.connected}') then return null; end if;
  perform social.announce('agent.connected', '', array[new.account_id], new.id,
    jsonb_build_object('id', new.public_id, 'name', new.name), new.claimed_at);
  return null;
end $$;

create trigger announce_new after insert on agents.registration for each row
  when (new.account_id is not null) execute function social.announce_agent();
create trigger announce_claim after update of account_id on agents.registration for each row
  when (old.account_id is null and new.account_id is not null) execute function social.announce_agent();
