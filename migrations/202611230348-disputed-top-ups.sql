-- A top-up whose payer disputes it: its money was taken back, and comes back when the dispute is won.
alter table social.top_up drop constraint top_up_state_check,
  add constraint top_up_state_check
    check (state in ('pending', 'completed', 'refused', 'refunded', 'disputed', 'expired'));
