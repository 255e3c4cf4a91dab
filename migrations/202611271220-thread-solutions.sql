-- migration: compatible
-- The reply that solves a thread, when it was marked and by whom. `solved_at` is null while the reply is hidden, like
-- that of questions.
alter table social.thread add column solution_id bigint, add column solution_at timestamptz,
  add column solution_by bigint, add column solved_at timestamptz;
alter table social.thread add constraint thread_solution_id_fkey foreign key (solution_id)
  references social.post (id) on delete set null not valid;
alter table social.thread add constraint thread_solution_by_fkey foreign key (solution_by)
  references identity.account (id) on delete set null not valid;

-- Since when authors and moderators can mark solutions in a forum. Null: they cannot.
alter table social.forum add column solutions_at timestamptz;

create or replace trigger purge_parts after update of forum_id, pinned_at, moved_at, solution_id, solved_at
  on social.thread for each row execute function social.purge_part();

create function social.announce_thread_solution() returns trigger language plpgsql as $$
begin
  if current_setting('plaza.importing', true) = 'on' then return null; end if;
  if not social.is_listened_to('{thread.solved}') then return null; end if;
  perform social.announce('thread.solved', 'read',
    (select array_agg(author_id) from social.post where id in (new.post_id, new.solution_id)), new.solution_id,
    null, new.solved_at);
  return null;
end $$;
create trigger announce_solution after update of solved_at on social.thread for each row
  when (old.solved_at is null and new.solved_at is not null and new.solution_id is not null)
  execute function social.announce_thread_solution();
