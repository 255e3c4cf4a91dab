-- The how-manieth click of its account it is: whoever watches is told what came since. Clicks of several processes do
-- not arrive in the order of their times.
alter table links.latest_click add column number bigint not null default 0;
