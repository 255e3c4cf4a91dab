-- What went back of a sale: all of it, or the part for time that was not used.
alter table social.sale
  add column refunded bigint not null default 0 check (refunded between 0 and amount),
  add column refunded_fee bigint not null default 0 check (refunded_fee between 0 and fee and refunded_fee <= refunded);
update social.sale set refunded = amount, refunded_fee = fee where refunded_at is not null;
-- One transaction refunds the unused time of all subscribers. A sale is refunded once by its `refunded_at`.
alter table social.sale drop constraint sale_refund_transaction_id_key;

-- Whether people have paid a seller for time ahead: then it is refunded before the seller leaves.
create function social.has_paid_time(of_account bigint, of_page bigint, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from social.membership
    where (seller_id = of_account or page_id = of_page) and ended_at is null and not is_trial
      and past_due_at is null and period_end > at
  )
$$;

create function social.refuse_closing_with_subscribers() returns trigger language plpgsql as $$
begin
  if new.scope = 'account' and new.asked_by is null and (
    social.has_paid_time(new.account_id, null, new.asked_at)
    -- A page with another admin passes to them.
    or exists (
      select from social.page where owner_id = new.account_id and deleted_at is null
        and not exists (select from social.page_role where page_id = page.id and role = 'admin')
        and social.has_paid_time(null, page.id, new.asked_at)
    )
  ) then
    raise exception 'People have paid you for time ahead: end their subscriptions under Settings > Monetization > Sales'
      using errcode = 'HP409';
  end if;
  return new;
end $$;
-- Named before `closing_with_money`: what is refunded is paid from that money.
create trigger closing_before_refunds before insert on identity.closing
  for each row execute function social.refuse_closing_with_subscribers();

create function social.refuse_deleting_with_subscribers() returns trigger language plpgsql as $$
begin
  if social.has_paid_time(null, new.id, new.deleted_at) then
    raise exception 'People have paid this page for time ahead: end their subscriptions under Settings > Monetization > Sales'
      using errcode = 'HP409';
  end if;
  return new;
end $$;
-- Of operators nothing is asked: they refund from the house.
create trigger page_with_subscribers before update of deleted_at on social.page
  for each row when (old.deleted_at is null and new.deleted_at is not null and new.deleted_by = new.owner_id)
  execute function social.refuse_deleting_with_subscribers();
