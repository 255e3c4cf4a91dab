-- migration: compatible
-- When a key was shown. The first key of an account can be years old when somebody reads it.
alter table identity.access_key add column shown_at timestamptz;
