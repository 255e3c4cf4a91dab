-- Leads and sales that the owner of a link reported for a click. Rows are deleted with the clicks of their time; the
-- counts by hour stay as long as other statistics.
create table links.conversion (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  link_id bigint not null,
  click_id uuid not null,
  kind text not null check (kind in ('lead', 'sale')),
  -- The owner's name of the event, such as "Sign up".
  event text not null,
  -- The owner's id of the customer.
  customer text not null,
  -- In the smallest unit of the currency. 0 and blank for leads.
  amount bigint not null default 0,
  currency text not null default '',
  processor text not null default '',
  invoice text,
  -- JSON.
  metadata text,
  at timestamptz not null
);

-- A customer has each lead once, and an invoice is one sale.
create unique index conversion_lead on links.conversion (account_id, customer, event) where kind = 'lead';
create unique index conversion_invoice on links.conversion (account_id, invoice) where invoice is not null;
create index conversion_of_account on links.conversion (account_id, id desc);
create index conversion_at on links.conversion (at);

-- Counts of conversions. Link 0 has those of all links of the account.
create table links.conversion_hour (
  account_id bigint not null references identity.account (id) on delete cascade,
  link_id bigint not null,
  hour timestamptz not null,
  kind text not null,
  currency text not null,
  conversions bigint not null,
  amount numeric not null,
  primary key (account_id, link_id, hour, kind, currency)
);
