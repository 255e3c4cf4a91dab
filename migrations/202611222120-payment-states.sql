-- Whether a claimed payment was verified is known by the process that works on it alone: nobody else decides by it.
update paid.payment set state = 'claimed' where state = 'verified';
alter table paid.payment drop constraint payment_state_check;
alter table paid.payment add constraint payment_state_check
  check (state in ('claimed', 'settling', 'settled', 'refused', 'unknown'));
drop index paid.payment_open;
create index payment_open on paid.payment (lease_until) where state in ('claimed', 'settling', 'unknown');
