-- How many clicks of a link with a limit were given away. Beside the totals, which run some seconds behind: a click is
-- taken before its visitor goes on, so that no two processes give away the last one. Links without a limit have no row.
create table links.click_allowance (
  link_id bigint primary key references links.link (id) on delete cascade,
  used bigint not null
) with (fillfactor = 70);
