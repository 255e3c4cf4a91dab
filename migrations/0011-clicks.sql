-- What visitors did with links. Nobody's address is here: a visitor is a hash with a salt that lives for a day.

-- Every followed link, once: `id` begins with the time (UUIDv7), so the index grows at its right end only, and what is
-- too old can be deleted by a range of ids. Statistics never read this table; it is what makes replaying harmless.
create table links.click (
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
  referrer text not null
);

-- Whoever followed a link on a day: the second visit of the day is no new visitor. Kept for two days.
create table links.visitor (
  day date not null,
  link_id bigint not null,
  visitor bigint not null,
  primary key (day, link_id, visitor)
);

-- The secret of a day, the same for all processes. When it is deleted nobody can tell who a visitor was.
create table links.visitor_salt (
  day date primary key,
  salt bytea not null
);

-- The roll-ups, in the same transaction as the clicks they count. Their rows change often and no indexed column does:
-- the room left in each page keeps such changes out of the indexes.
create table links.click_hour (
  link_id bigint not null,
  hour timestamptz not null,
  clicks integer not null,
  uniques integer not null,
  bots integer not null,
  primary key (link_id, hour)
) with (fillfactor = 70);

create table links.click_day (
  link_id bigint not null,
  day date not null,
  dimension text not null,
  value text not null,
  clicks integer not null,
  uniques integer not null,
  primary key (link_id, day, dimension, value)
) with (fillfactor = 70);

-- For the nightly look at the last days: small, for days lie close together on disk.
create index click_day_recent on links.click_day using brin (day);

-- Beside the link and not in it: the link's own row is read by every redirect that is not in memory.
create table links.link_total (
  link_id bigint primary key,
  clicks bigint not null,
  uniques bigint not null,
  last_click_at timestamptz not null
) with (fillfactor = 70);

-- No foreign keys: clicks arrive seconds after their redirect, and one for a link deleted meanwhile must not stop the rest.
create function links.forget_clicks() returns trigger language plpgsql as $$
begin
  delete from links.click_hour where link_id = old.id;
  delete from links.click_day where link_id = old.id;
  delete from links.link_total where link_id = old.id;
  return null;
end $$;

create trigger forget_clicks after delete on links.link for each row execute function links.forget_clicks();
