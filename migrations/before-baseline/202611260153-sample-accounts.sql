-- The people of `npm run demo`, whose password is published. They hold no role, and the first person who signs up beside them
-- becomes the operator.
alter table identity.account add column is_sample boolean not null default false;
