-- migration: compatible
-- The weekly digest of moderators: the week of the last one, and who does not want it.
create table social.team_digest (
  account_id bigint primary key references identity.account (id) on delete cascade,
  is_on boolean not null default true,
  -- The Monday of the week in which it was sent last.
  week date
);
