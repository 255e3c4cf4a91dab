-- migration: compatible
-- The list that an account deleted last, which can be restored for an hour.
alter table social.people_list add column deleted_at timestamptz;
