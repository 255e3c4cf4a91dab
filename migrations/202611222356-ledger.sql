-- The double-entry ledger: amounts are whole millionths of the one currency of the installation, as USDC has them, so that calls
-- that cost a tenth of a cent are exact.
create table social.ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'held', 'earnings', 'commission', 'provider', 'payout')),
  -- The person whose money it is. Null for the accounts of the house, and after a person was erased: the numbers stay.
  owner_id bigint references identity.account (id) on delete set null,
  -- Which provider, for that kind.
  name text not null default '',
  -- The accounts of the house are in slots, so that sales at the same time do not wait for one row.
  slot smallint not null default 0,
  balance bigint not null default 0,
  updated_at timestamptz not null,
  check (balance >= 0 or kind in ('commission', 'provider', 'payout')),
  check ((name <> '') = (kind = 'provider')),
  check (owner_id is null or kind in ('wallet', 'held', 'earnings'))
) with (fillfactor = 50);
create unique index ledger_account_of_person on social.ledger_account (owner_id, kind) where owner_id is not null;
create unique index ledger_account_of_house on social.ledger_account (kind, name, slot)
  where kind in ('commission', 'provider', 'payout');

-- One act: all of its transfers happen, or none.
create table social.ledger_transaction (
  id bigint generated always as identity primary key,
  key text not null constraint ledger_transaction_key unique check (length(key) between 1 and 200),
  -- SHA-256 of what was asked for: the same key with something else is refused.
  body_hash bytea not null check (length(body_hash) = 32),
  -- What caused it, such as a post that was tipped.
  subject text not null check (subject <> ''),
  subject_id bigint,
  -- Never about a person: it outlives them.
  memo text not null,
  reverses_id bigint constraint ledger_transaction_reversed_once unique references social.ledger_transaction (id),
  created_at timestamptz not null
);
create index ledger_transaction_of_subject on social.ledger_transaction (subject, subject_id, id);

-- From one account to another, so that debits and credits are equal by construction.
create table social.ledger_transfer (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references social.ledger_transaction (id),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  debit_id bigint not null references social.ledger_account (id),
  credit_id bigint not null references social.ledger_account (id),
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  -- The balances after it.
  debit_balance bigint not null,
  credit_balance bigint not null,
  -- Never before that of an earlier transfer of the same account.
  created_at timestamptz not null,
  check (debit_id <> credit_id)
);
create index ledger_transfer_of_transaction on social.ledger_transfer (transaction_id, id);
create index ledger_transfer_debits on social.ledger_transfer (debit_id, created_at, id);
create index ledger_transfer_credits on social.ledger_transfer (credit_id, created_at, id);

create function social.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is never changed: reverse the transaction' using errcode = 'restrict_violation';
end $$;
create trigger ledger_transaction_is_final before update or delete or truncate on social.ledger_transaction
  for each statement execute function social.refuse_ledger_change();
create trigger ledger_transfer_is_final before update or delete or truncate on social.ledger_transfer
  for each statement execute function social.refuse_ledger_change();

-- Posts all transfers of one act in one round trip. Accounts are named by position; those of the house are without an owner.
-- `outcome` is `posted`, `repeated` (the same key with the same body was posted before), `different` (with another body) or
-- `insufficient` (`failed_leg` says which transfer the account cannot cover; nothing was written).
create function social.post_ledger_transaction(
  of_key text, of_hash bytea, of_subject text, of_subject_id bigint, of_memo text, of_reverses bigint, of_time timestamptz,
  account_kinds text[], account_owners bigint[], account_names text[],
  leg_kinds text[], leg_debits integer[], leg_credits integer[], leg_amounts bigint[],
  out outcome text, out transaction_id bigint, out failed_leg integer
) language plpgsql as $$
declare
  -- The same key always meets the same rows, so that it is never posted twice at once.
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

  -- Everybody locks in one order, so that nobody waits for somebody who waits for them.
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
