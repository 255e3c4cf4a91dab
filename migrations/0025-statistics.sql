-- Where a visitor is beyond the country, when the operator has data that says so, and which of a link's variants they got.
alter table links.click
  add column region text not null default '',
  add column city text not null default '',
  add column variant text not null default '';

-- What visitors did with all links of an account, in the same statement as each link's own counts: no page has to sum
-- over a million links. Dimensions are those of links.click_day, and `link` and `purpose`.
create table links.account_hour (
  account_id bigint not null references identity.account (id) on delete cascade,
  hour timestamptz not null,
  clicks integer not null,
  uniques integer not null,
  bots integer not null,
  primary key (account_id, hour)
) with (fillfactor = 70);

create table links.account_day (
  account_id bigint not null references identity.account (id) on delete cascade,
  day date not null,
  dimension text not null,
  value text not null,
  clicks integer not null,
  uniques integer not null,
  primary key (account_id, day, dimension, value)
) with (fillfactor = 70);

create table links.account_total (
  account_id bigint primary key references identity.account (id) on delete cascade,
  clicks bigint not null,
  uniques bigint not null,
  last_click_at timestamptz not null
) with (fillfactor = 70);

-- The latest clicks of an account, in a ring of slots: what is new takes the place of the oldest.
create table links.latest_click (
  account_id bigint not null references identity.account (id) on delete cascade,
  slot smallint not null,
  at timestamptz not null,
  link_id bigint not null,
  country text not null,
  browser text not null,
  device text not null,
  referrer text not null,
  primary key (account_id, slot)
) with (fillfactor = 70);

-- What is too old is found by its time: small, for times lie close together on disk.
create index click_hour_old on links.click_hour using brin (hour);
create index account_hour_old on links.account_hour using brin (hour);
create index account_day_old on links.account_day using brin (day);

insert into links.account_hour (account_id, hour, clicks, uniques, bots)
select link.account_id, known.hour, sum(known.clicks), sum(known.uniques), sum(known.bots)
from links.click_hour known join links.link link on link.id = known.link_id
group by 1, 2;

-- Every click has a device, known or not: its rows say how often a link was followed on a day.
insert into links.account_day (account_id, day, dimension, value, clicks, uniques)
select link.account_id, known.day, told.dimension, told.value, sum(known.clicks), sum(known.uniques)
from links.click_day known join links.link link on link.id = known.link_id
cross join lateral (
  select known.dimension, known.value
  union all select 'link', known.link_id::text where known.dimension = 'device'
  union all select 'purpose', link.purpose where known.dimension = 'device'
) told
group by 1, 2, 3, 4;

insert into links.account_total (account_id, clicks, uniques, last_click_at)
select link.account_id, sum(known.clicks), sum(known.uniques), max(known.last_click_at)
from links.link_total known join links.link link on link.id = known.link_id
group by 1;

-- Since when anybody may see the link's statistics; null: the owner alone.
alter table links.link add column statistics_public_at timestamptz;
