-- migration: compatible
-- With ClickHouse: clicks of the last days, which are counted here and then shipped to ClickHouse. No foreign keys, as
-- for links.click.
create table links.click_arrival (
  id uuid primary key,
  at timestamptz not null,
  link_id bigint not null,
  is_bot boolean not null,
  visitor bigint not null,
  country text not null,
  browser text not null,
  system text not null,
  device text not null,
  language text not null,
  referrer text not null,
  region text not null default '',
  city text not null default '',
  variant text not null default '',
  account_id bigint,
  -- Number of the batch, in the order of commits.
  number bigint not null
);

create index click_arrival_number on links.click_arrival (number);
create index click_arrival_of_account on links.click_arrival (account_id) where account_id is not null;

create sequence links.click_arrival_batch;

-- Webhook events of clicks, as for links.click.
create trigger announce_clicks after insert on links.click_arrival referencing new table as fresh
  for each statement execute function links.announce_clicks();

-- Batches that are inserted into ClickHouse together, with the id as deduplication token: what a shipment contains is
-- decided once, so that a repeat changes nothing.
create table links.click_shipment (
  id bigint generated always as identity primary key,
  -- Numbers of its first and last batch.
  first bigint not null,
  last bigint not null,
  clicks integer not null,
  -- Time of its oldest click.
  oldest timestamptz not null,
  created_at timestamptz not null,
  -- Until then, no other process sends it.
  claimed_until timestamptz,
  sent_at timestamptz
);

create index click_shipment_waiting on links.click_shipment (id) where sent_at is null;

-- From when on ClickHouse has all clicks: when it was first used, or null after clicks from before were copied.
create table links.click_history (
  is_only boolean primary key default true check (is_only),
  since timestamptz
);
