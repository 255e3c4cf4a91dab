-- migration: compatible
-- What a ticket costs, in millionths of the currency. Null: nothing.
alter table social.event add column price bigint check (price > 0);
-- The payment of the ticket. Who waits agreed to the price at which they get a place that becomes free.
alter table social.event_answer add column sale_id bigint;
alter table social.event_answer add constraint event_answer_sale_fkey foreign key (sale_id)
  references social.sale (id) not valid;
alter table social.event_answer add column agreed_price bigint;
alter table social.sale drop constraint sale_kind_check, add constraint sale_kind_check
  check (kind in ('membership', 'unlock', 'tip', 'message', 'ticket')) not valid;

-- Who sold tickets cancels what is to come first, so that guests get their money back.
create function social.refuse_deletion_with_tickets() returns trigger language plpgsql as $$
begin
  if new.scope = 'account' and new.requested_by is null and exists (
    select from social.event join social.event_date as date on date.event_id = event.id
    join social.event_answer as answer on answer.date_id = date.id
    where event.author_id = new.account_id and answer.sale_id is not null and date.ends_at > new.requested_at
  ) then
    raise exception 'You sold tickets for coming events: cancel these events first' using errcode = 'HP409';
  end if;
  return new;
end $$;

create trigger deletion_4_tickets before insert on identity.deletion_request
  for each row execute function social.refuse_deletion_with_tickets();
