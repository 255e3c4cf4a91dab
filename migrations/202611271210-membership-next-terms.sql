-- migration: compatible
-- The terms of the next plan as its subscriber agreed to them: the seller can change them before the renewal.
alter table social.membership add column next_price numeric, add column next_period text, add column next_period_num smallint;
