-- migration: compatible
-- The picture of a group, as those of people: at an address that nobody guesses, shown to those who find the group.
alter table social.people_group add column picture text, add column picture_small text;
