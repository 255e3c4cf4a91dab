-- Visits of programs stand among the months as a dimension of their own, so that no year has to add up its hours.
insert into links.click_month (link_id, month, dimension, value, clicks, uniques)
select link_id, date_trunc('month', hour at time zone 'UTC')::date, 'bot', '', sum(bots), 0
from links.click_hour where bots > 0 group by 1, 2;

insert into links.account_month (account_id, month, dimension, value, clicks, uniques)
select account_id, date_trunc('month', hour at time zone 'UTC')::date, 'bot', '', sum(bots), 0
from links.account_hour where bots > 0 group by 1, 2;
