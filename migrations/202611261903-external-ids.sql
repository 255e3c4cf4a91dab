-- migration: compatible
-- The owner's own ids of links, by which programs find, update and upsert them.
alter table links.link add column external_id text;
