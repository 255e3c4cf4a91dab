-- Single clicks by month, so that those that are too old go with their month's table. An id begins with the time of its
-- click, so months are ranges of ids, and an id is in one table alone.
create function links.click_id_at(moment timestamptz) returns uuid language sql immutable parallel safe
return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

alter table links.click rename to click_before;
alter table links.click_before rename constraint click_pkey to click_before_pkey;
alter index links.click_of_link rename to click_before_of_link;
alter index links.click_of_account rename to click_before_of_account;

create table links.click (like links.click_before including defaults, primary key (id)) partition by range (id);
create index click_of_link on links.click (link_id, at desc);
create index click_of_account on links.click (account_id, at desc) where account_id is not null;

-- A click is stored even where its month has no table yet; `links.add_click_month` moves it there.
create table links.click_default partition of links.click default;

-- What is here already stays together, in a table named for the month before which its clicks end. PostgreSQL reads it once.
do $$
declare
  newest timestamptz;
  ending date;
begin
  select greatest(at, now()) into newest from links.click_before order by id desc limit 1;
  if newest is null then
    drop table links.click_before;
    return;
  end if;
  ending := date_trunc('month', newest at time zone 'UTC') + interval '1 month';
  execute format('alter table links.click_before rename to %I', 'click_until_' || to_char(ending, 'YYYYMM'));
  execute format('alter table links.click attach partition links.%I for values from (minvalue) to (%L)',
    'click_until_' || to_char(ending, 'YYYYMM'), links.click_id_at(ending::timestamp at time zone 'UTC'));
end $$;

-- Gives a month its table. Called under the lock of those who store clicks: none arrives meanwhile.
create function links.add_click_month(month date) returns void language plpgsql as $$
declare
  name text := 'click_' || to_char(month, 'YYYYMM');
  first uuid := links.click_id_at(month::timestamp at time zone 'UTC');
  next uuid := links.click_id_at((month + interval '1 month')::timestamp at time zone 'UTC');
begin
  if exists (select from pg_class where relnamespace = 'links'::regnamespace
    and (relname = name or (relname like 'click\_until\_%' and relkind = 'r' and right(relname, 6) > right(name, 6)))) then
    return;
  end if;
  execute format('create table links.%I (like links.click including defaults including indexes)', name);
  execute format('with moved as (delete from links.click_default where id >= %L and id < %L returning *)
    insert into links.%I select * from moved', first, next, name);
  execute format('alter table links.click attach partition links.%I for values from (%L) to (%L)', name, first, next);
end $$;

select links.add_click_month((date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date)
from generate_series(0, 2) as ahead;
