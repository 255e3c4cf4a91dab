-- migration: compatible
-- When a setup was begun. The secret of one that nobody has finished is shown to who gave the password, not to whoever
-- has the session later.
alter table identity.second_factor add column begun_at timestamptz;
