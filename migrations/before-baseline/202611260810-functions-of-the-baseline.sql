-- Comments in functions are those of the baseline.
create or replace function identity.name_skeleton(name text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  -- Combining marks, spaces, punctuation, and invisible characters.
  name := regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff[:space:][:punct:]·•‘’–—]', '', 'g');
  name := lower(translate(name,
    'аАвВеЕёЁкКмМнНоОрРсСтТуУхХіІїЇјЈѕЅԁһԛԝӏ' || 'αΑΒΕΗΙιΚκΜΝνΟοΡρΤτΥυΧχΖ' || 'ıłŁøØđĐɑɡ',
    'aAbBeEeEkKmMhHoOpPcCtTyYxXiIiIjJsSdhqwl' || 'aABEHIiKkMNvOoPpTtYuXxZ' || 'ilLoOdDag'));
  name := replace(replace(name, 'rn', 'm'), 'vv', 'w');
  return translate(name, '0134578i', 'oleastbl');
end $$;

create or replace function links.announce_clicks() returns trigger language plpgsql as $$
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
    -- Delayed, and not postponed by the next batch, so that events of simultaneous clicks are sent together.
    perform graphile_worker.add_job('links.send-events', json_build_object('account', owner::text),
      run_at => now() + interval '3 seconds',
      job_key => 'links.events:' || owner, job_key_mode => 'preserve_run_at');
  end loop;
  return null;
end $$;

create or replace function social.count_photo() returns trigger language plpgsql as $$
declare
  photo record;
  author bigint;
begin
  if tg_op = 'INSERT' then photo := new; else photo := old; end if;
  select author_id into author from social.post where id = photo.post_id;
  -- Storage is not counted for posts that are being erased.
  if author is null or exists (select from social.upload where path = photo.path) then return null; end if;
  perform social.count_storage(author, case when tg_op = 'INSERT' then photo.bytes else -photo.bytes end);
  return null;
end $$;

create or replace function social.feed_friendship() returns trigger language plpgsql as $$
begin
  -- Both rows are locked in one order to prevent deadlocks.
  update social.feed set changed = changed + 1 where account_id = least(new.requester_id, new.recipient_id);
  update social.feed set changed = changed + 1 where account_id = greatest(new.requester_id, new.recipient_id);
  return null;
end $$;

create or replace function social.post_ledger_transaction(
  of_key text, of_hash bytea, of_subject text, of_subject_id bigint, of_memo text, of_reverses bigint, of_time timestamptz,
  account_kinds text[], account_owners bigint[], account_names text[],
  leg_kinds text[], leg_debits integer[], leg_credits integer[], leg_amounts bigint[],
  out outcome text, out transaction_id bigint, out failed_leg integer
) language plpgsql as $$
declare
  -- A key always maps to the same slots, so that it cannot be posted twice concurrently.
  chosen smallint := hashtext(of_key) & 7;
  ids bigint[] := array_fill(null::bigint, array[cardinality(account_kinds)]);
  balances bigint[] := ids;
  debit_ids bigint[] := '{}';
  credit_ids bigint[] := '{}';
  debit_balances bigint[] := '{}';
  credit_balances bigint[] := '{}';
  found_id bigint;
  found_hash bytea;
  debit integer;
  credit integer;
  row record;
begin
  for i in 1..cardinality(account_kinds) loop
    loop
      if account_owners[i] is null then
        select id into found_id from social.ledger_account
          where kind = account_kinds[i] and name = account_names[i] and slot = chosen
            and kind in ('commission', 'provider', 'payout');
      else
        select id into found_id from social.ledger_account where owner_id = account_owners[i] and kind = account_kinds[i];
      end if;
      exit when found;
      insert into social.ledger_account (kind, owner_id, name, slot, updated_at)
        values (account_kinds[i], account_owners[i], account_names[i],
          case when account_owners[i] is null then chosen else 0 end, of_time)
        on conflict do nothing;
    end loop;
    ids[i] := found_id;
  end loop;

  -- Rows are locked in one order to prevent deadlocks.
  for row in select id, balance, updated_at from social.ledger_account where id = any(ids) order by id for no key update loop
    balances[array_position(ids, row.id)] := row.balance;
    of_time := greatest(of_time, row.updated_at);
  end loop;

  select id, body_hash into transaction_id, found_hash from social.ledger_transaction where key = of_key;
  if found then
    outcome := case when found_hash = of_hash then 'repeated' else 'different' end;
    return;
  end if;

  for i in 1..cardinality(leg_amounts) loop
    debit := leg_debits[i];
    credit := leg_credits[i];
    if balances[debit] < leg_amounts[i] and account_kinds[debit] not in ('commission', 'provider', 'payout') then
      outcome := 'insufficient';
      failed_leg := i;
      return;
    end if;
    balances[debit] := balances[debit] - leg_amounts[i];
    balances[credit] := balances[credit] + leg_amounts[i];
    debit_ids := debit_ids || ids[debit];
    credit_ids := credit_ids || ids[credit];
    debit_balances := debit_balances || balances[debit];
    credit_balances := credit_balances || balances[credit];
  end loop;

  insert into social.ledger_transaction (key, body_hash, subject, subject_id, memo, reverses_id, created_at)
    values (of_key, of_hash, of_subject, of_subject_id, of_memo, of_reverses, of_time)
    returning id into transaction_id;
  insert into social.ledger_transfer
      (transaction_id, kind, debit_id, credit_id, amount, debit_balance, credit_balance, created_at)
    select post_ledger_transaction.transaction_id, leg.kind, leg.debit_id, leg.credit_id, leg.amount, leg.debit_balance,
      leg.credit_balance, of_time
    from unnest(leg_kinds, debit_ids, credit_ids, leg_amounts, debit_balances, credit_balances)
      as leg (kind, debit_id, credit_id, amount, debit_balance, credit_balance);
  update social.ledger_account as account set balance = after.balance, updated_at = of_time
    from unnest(ids, balances) as after (id, balance) where account.id = after.id;
  outcome := 'posted';
end $$;

create or replace function social.refuse_deletion_with_subscribers() returns trigger language plpgsql as $$
begin
  if new.scope = 'account' and new.requested_by is null and (
    social.has_paid_time(new.account_id, null, new.requested_at)
    -- A page with another admin is transferred to them.
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
