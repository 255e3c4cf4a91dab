-- migration: compatible
-- migration: outside a transaction
create index concurrently if not exists thread_solved on social.thread (forum_id, last_at desc, post_id desc)
  where solved_at is not null;
create index concurrently if not exists thread_unsolved on social.thread (forum_id, last_at desc, post_id desc)
  where solved_at is null;
create index concurrently if not exists thread_of_solution on social.thread (solution_id) where solution_id is not null;
create index concurrently if not exists thread_solution_by on social.thread (solution_by) where solution_by is not null;
alter table social.thread validate constraint thread_solution_id_fkey;
alter table social.thread validate constraint thread_solution_by_fkey;
