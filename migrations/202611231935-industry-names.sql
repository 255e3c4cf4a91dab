-- Names that engineers expect. No row changes but for one key of bio designs.

-- Account deletion.
alter table identity.account rename column closing_at to deletion_requested_at;
alter index identity.account_closing rename to account_in_deletion;
alter table identity.closing rename to deletion_request;
alter table identity.deletion_request rename column asked_at to requested_at;
alter table identity.deletion_request rename column asked_by to requested_by;
alter index identity.closing_due rename to deletion_request_due;
alter table identity.deletion_request rename constraint closing_pkey to deletion_request_pkey;
alter function social.refuse_closing_with_money() rename to refuse_deletion_with_money;
alter function social.refuse_closing_with_subscribers() rename to refuse_deletion_with_subscribers;
-- Triggers fire in the order of their names: refunds are paid from the money that the second one checks.
alter trigger closing_before_refunds on identity.deletion_request rename to deletion_1_subscribers;
alter trigger closing_with_money on identity.deletion_request rename to deletion_2_money;
create or replace function social.refuse_deletion_with_money() returns trigger language plpgsql as $$
begin
  if new.scope = 'account' and new.requested_by is null and exists (
    select from social.ledger_account where owner_id = new.account_id and balance > 0
  ) then
    raise exception 'There is money in your wallet: request a payout, or give it up under Settings > Wallet'
      using errcode = 'HP409';
  end if;
  return new;
end $$;
create or replace function social.refuse_deletion_with_subscribers() returns trigger language plpgsql as $$
begin
  if new.scope = 'account' and new.requested_by is null and (
    social.has_paid_time(new.account_id, null, new.requested_at)
    -- A page with another admin passes to them.
    or exists (
      select from social.page where owner_id = new.account_id and deleted_at is null
        and not exists (select from social.page_role where page_id = page.id and role = 'admin')
        and social.has_paid_time(null, page.id, new.requested_at)
    )
  ) then
    raise exception 'People have paid you for time ahead: end their subscriptions under Settings > Monetization > Sales'
      using errcode = 'HP409';
  end if;
  return new;
end $$;

-- Plans.
alter table identity.plan rename column most to limits;
alter table identity.plan rename constraint plan_most_check to plan_limits_check;
alter function links.keep_to_plan() rename to enforce_plan_limit;
create or replace function links.enforce_plan_limit() returns trigger language plpgsql as $$
declare
  max bigint;
  present bigint;
begin
  select (plan.limits ->> tg_argv[0])::bigint into max
    from identity.plan where plan.name = identity.plan_of(new.account_id);
  if max is null then return new; end if;
  perform pg_advisory_xact_lock(7267023, (new.account_id % 2147483647)::integer);
  execute format('select count(*) from (select from %I.%I where account_id = $1 and %s limit $2) as counted',
    tg_table_schema, tg_table_name, tg_argv[1]) into present using new.account_id, max;
  if present >= max then
    raise exception 'Your plan has room for % %, and all of it is taken', max, tg_argv[2] using errcode = 'HP402';
  end if;
  return new;
end $$;
alter trigger keep_to_plan_of_links on links.link rename to enforce_limit_of_links;
alter trigger keep_to_plan_of_bio on links.link rename to enforce_limit_of_bio;
alter trigger keep_to_plan_of_qr on links.link rename to enforce_limit_of_qr;
alter trigger keep_to_plan_of_restored on links.link rename to enforce_limit_of_restored;
alter trigger keep_to_plan_of_restored_bio on links.link rename to enforce_limit_of_restored_bio;
alter trigger keep_to_plan_of_restored_qr on links.link rename to enforce_limit_of_restored_qr;
alter trigger keep_to_plan on links.domain rename to enforce_limit;
alter trigger keep_to_plan on links.channel rename to enforce_limit;
alter trigger keep_to_plan_of_restored on links.channel rename to enforce_limit_of_restored;
alter trigger keep_to_plan on links.campaign rename to enforce_limit;
alter trigger keep_to_plan_of_restored on links.campaign rename to enforce_limit_of_restored;
alter trigger keep_to_plan on links.webhook rename to enforce_limit;

-- Accounts and names.
alter table identity.session rename column made_by to created_via;
alter table identity.session rename constraint session_made_by_check to session_created_via_check;
alter table identity.api_client rename column made_by to created_by;
alter table identity.invitation rename column made_by to created_by;
alter table identity.profile_field rename column longest to max_length;
alter table identity.reserved_username rename column given_up_at to released_at;
alter function identity.look(text) rename to name_skeleton;
alter view identity.verified_name rename column look to skeleton;
alter function identity.take_name() rename to claim_name;
alter function identity.free_names() rename to release_names;

-- Friendships, pages, exports.
alter table social.friendship rename column asker_id to requester_id;
alter table social.friendship rename column asked_id to recipient_id;
alter table social.friendship rename column asked_at to requested_at;
alter index social.friendship_of_asker rename to friendship_of_requester;
alter index social.friendship_of_asked rename to friendship_of_recipient;
alter index social.friendship_by_asker rename to friendship_by_requester;
alter index social.friendship_by_asked rename to friendship_by_recipient;
create or replace function social.feed_friendship() returns trigger language plpgsql as $$
begin
  -- In one order for all, so that no two wait for each other.
  update social.feed set changed = changed + 1 where account_id = least(new.requester_id, new.recipient_id);
  update social.feed set changed = changed + 1 where account_id = greatest(new.requester_id, new.recipient_id);
  return null;
end $$;
alter table social.page_verification rename column asker_id to requester_id;
alter table social.data_export rename column asked_at to requested_at;
alter table links.data_export rename column asked_at to requested_at;
alter table social.link_preview rename column asked_at to requested_at;
alter index social.link_preview_asked rename to link_preview_requested;
alter table social.question rename column closed_because to closed_reason;
alter table social.membership rename column ended_because to ended_reason;
alter table social.membership rename constraint membership_ended_because_check to membership_ended_reason_check;

-- Feeds, fingerprints, push.
alter table social.feed_star rename to feed_celebrity;
alter table social.feed_celebrity rename constraint feed_star_pkey to feed_celebrity_pkey;
alter table social.text_print rename to text_fingerprint;
alter table social.text_fingerprint rename column print to fingerprint;
alter table social.text_fingerprint rename constraint text_print_pkey to text_fingerprint_pkey;
alter index social.text_print_a rename to text_fingerprint_a;
alter index social.text_print_b rename to text_fingerprint_b;
alter index social.text_print_c rename to text_fingerprint_c;
alter index social.text_print_d rename to text_fingerprint_d;
alter index social.text_print_of_author rename to text_fingerprint_of_author;
alter index social.text_print_at rename to text_fingerprint_at;
alter table social.push_player rename to push_device;
alter table social.push_device rename column player_id to onesignal_id;
alter table social.push_device rename constraint push_player_pkey to push_device_pkey;
alter index social.push_player_of_account rename to push_device_of_account;
alter index social.push_player_of_session rename to push_device_of_session;

-- Responses that are stored.
alter table system.kept_answer rename to idempotency_key;
alter table system.idempotency_key rename column answer to response;
alter table system.idempotency_key rename constraint kept_answer_pkey to idempotency_key_pkey;
alter index system.kept_answer_age rename to idempotency_key_age;
alter table paid.answer rename to response;
alter table paid.response rename constraint answer_pkey to response_pkey;

-- Links.
alter table links.reserved_alias rename column given_up_at to released_at;
create or replace function links.reserve_alias() returns trigger language plpgsql as $$
begin
  insert into links.reserved_alias (alias_hash, former_owner_id, released_at)
    values (links.alias_hash(old.alias), old.account_id, coalesce(new.deleted_at, new.updated_at))
    on conflict (alias_hash) do update set former_owner_id = excluded.former_owner_id, released_at = excluded.released_at;
  return null;
end $$;
alter table links.link rename column expiry_told_at to expiry_notified_at;
alter table links.import rename column made to created;
update links.import set preview = preview - 'made' || jsonb_build_object('created', preview -> 'made') where preview ? 'made';
alter table links.webhook rename column disabled_because to disabled_reason;
alter table links.webhook_delivery rename column took to duration_ms;
alter table links.webhook_delivery rename column answer to response;
alter function links.forget_clicks() rename to delete_click_totals;
alter trigger forget_clicks on links.link rename to delete_click_totals;
alter trigger forget_clicks on links.bio_block rename to delete_click_totals;
update links.bio_page set design = design - 'look' || jsonb_build_object('buttonStyle', design -> 'look')
  where design ? 'look';

-- Jobs of the former version that wait in the queue.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    update graphile_worker._private_jobs as waiting
      set payload = (payload::jsonb - 'saidId' || jsonb_build_object('replyId', payload::jsonb -> 'saidId'))::json
      from graphile_worker._private_tasks as task
      where task.id = waiting.task_id and task.identifier = 'social.notify-subscribers' and payload::jsonb ? 'saidId';
  end if;
end $$;
