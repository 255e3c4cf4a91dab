-- What a member pays a day, by which "this plan and above" is decided: the price of a plan can change after the purchase.
alter table social.membership
  add column daily_price numeric generated always as (price / (period_num * case period
    when 'day' then 1 when 'week' then 7 when 'month' then 30.4375 else 365.25 end)) stored;
