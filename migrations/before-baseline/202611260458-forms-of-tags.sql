-- Hashtags ignore the width of letters, both letters sigma and both letters i. Those before this change are brought
-- into that form by a job, in order: the last one examined, null when all were.
alter table social.search_progress add column old_tags_from text default '';
