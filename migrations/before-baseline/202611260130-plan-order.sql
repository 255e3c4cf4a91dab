-- The position that a seller chose for a plan. Null to follow the order of creation.
alter table social.plan add column position smallint check (position >= 0);
