-- Clicks that another service counted before a link was imported. `clicks` includes them, so that lists, limits, and the API
-- have one total; their number is known and nothing else: no row of a roll-up, no visitor, and no time of a last click.
alter table links.link_total
  add column imported_clicks bigint not null default 0,
  alter column last_click_at drop not null;
alter table links.account_total
  add column imported_clicks bigint not null default 0,
  alter column last_click_at drop not null;
-- A link with imported clicks alone comes after those that were followed here.
drop index links.link_total_by_last_click;
create index link_total_by_last_click on links.link_total (account_id, last_click_at desc nulls last, link_id desc);
