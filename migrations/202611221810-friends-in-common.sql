-- Whose friends somebody is, from the index alone: two circles are compared without reading a row of either.
create index friendship_by_asker on social.friendship (asker_id, asked_id) where accepted_at is not null;
create index friendship_by_asked on social.friendship (asked_id, asker_id) where accepted_at is not null;
