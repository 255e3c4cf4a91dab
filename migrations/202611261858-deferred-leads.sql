-- migration: compatible
-- Clicks of customers whose lead is counted later.
create table links.deferred_lead (
  account_id bigint not null references identity.account (id) on delete cascade,
  -- The owner's id of the customer.
  customer text not null,
  link_id bigint not null,
  click_id uuid not null,
  at timestamptz not null,
  primary key (account_id, customer)
);

create index deferred_lead_at on links.deferred_lead (at);
