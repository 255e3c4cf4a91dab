-- Who runs jobs. A runner that has not been seen for a while is dead, and its jobs go back to the queue.
create table system.job_runner (
  -- The name under which the queue locks jobs for it.
  id text primary key,
  -- By the database's clock, which is the same for all.
  seen_at timestamptz not null
);
