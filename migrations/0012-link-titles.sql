-- Links whose title is yet to be read from their page, since when. A mark rather than a job for each: making a link
-- stays one insert.
alter table links.link add column title_due_at timestamptz;

create index link_title_due on links.link (title_due_at) where title_due_at is not null;
