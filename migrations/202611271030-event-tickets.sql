-- migration: compatible
-- Guests who were let in. Set once by the host.
alter table social.event_answer add column checked_in_at timestamptz;
alter table social.event_date add column checked_in integer not null default 0;

-- However people answer, also by the deletion of accounts.
create or replace function social.count_event_answer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update social.event_date set going = going - (old.answer = 'going')::integer,
      interested = interested - (old.answer = 'interested')::integer,
      waiting = waiting - (old.answer = 'waiting')::integer,
      checked_in = checked_in - (old.checked_in_at is not null)::integer where id = old.date_id;
  end if;
  if tg_op <> 'DELETE' then
    update social.event_date set going = going + (new.answer = 'going')::integer,
      interested = interested + (new.answer = 'interested')::integer,
      waiting = waiting + (new.answer = 'waiting')::integer,
      checked_in = checked_in + (new.checked_in_at is not null)::integer where id = new.date_id;
  end if;
  return null;
end $$;

create trigger count_event_check_in after update of checked_in_at on social.event_answer for each row
  when (old.checked_in_at is distinct from new.checked_in_at and old.answer = new.answer)
  execute function social.count_event_answer();
