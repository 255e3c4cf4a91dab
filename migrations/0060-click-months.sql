-- What links.click_day says, by whole months: a year of a much followed link is opened as fast as that of another.
create table links.click_month (
  link_id bigint not null,
  -- Its first day.
  month date not null,
  dimension text not null,
  value text not null,
  clicks bigint not null,
  uniques bigint not null,
  primary key (link_id, month, dimension, value)
) with (fillfactor = 70);

create table links.account_month (
  account_id bigint not null references identity.account (id) on delete cascade,
  month date not null,
  dimension text not null,
  value text not null,
  clicks bigint not null,
  uniques bigint not null,
  primary key (account_id, month, dimension, value)
) with (fillfactor = 70);

create index click_month_recent on links.click_month using brin (month);
create index account_month_recent on links.account_month using brin (month);

insert into links.click_month (link_id, month, dimension, value, clicks, uniques)
select link_id, date_trunc('month', day)::date, dimension, value, sum(clicks), sum(uniques)
from links.click_day group by 1, 2, 3, 4;

insert into links.account_month (account_id, month, dimension, value, clicks, uniques)
select account_id, date_trunc('month', day)::date, dimension, value, sum(clicks), sum(uniques)
from links.account_day group by 1, 2, 3, 4;

create or replace function links.forget_clicks() returns trigger language plpgsql as $$
begin
  delete from links.click_hour where link_id = old.id;
  delete from links.click_day where link_id = old.id;
  delete from links.click_month where link_id = old.id;
  delete from links.link_total where link_id = old.id;
  return null;
end $$;
