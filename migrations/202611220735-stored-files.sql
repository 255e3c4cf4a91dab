-- Files on their way into use. A row is written before its file, so that a process that dies between storing a file and
-- recording where it is shown leaves a trace. A job looks each up after a few days, deletes what nothing refers to, and
-- removes the row either way.
create table system.stored_file (
  path text primary key,
  stored_at timestamptz not null
);
create index stored_file_age on system.stored_file (stored_at);
