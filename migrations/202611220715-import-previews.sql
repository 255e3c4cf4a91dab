-- Uploaded files are read by a job, never by a request; the page shows what the job has stored.
alter table links.import
  -- What the import would do, as src/links/transfer/preview.ts has it; null: not read yet, or read in another way since.
  add column preview jsonb,
  -- Why the file cannot be imported.
  add column problem text,
  -- Counts changes of how the file is read, so that a job never stores the preview of an older reading.
  add column reading integer not null default 0;
-- Files that wait to be imported were never read by a job; they would wait forever. Their owners can upload them again.
delete from links.import where started_at is null;
