-- migration: compatible
-- Events. Each is announced by a post, which decides who sees it, and with which it is deleted.
create table social.event (
  id bigint primary key references social.post (id) on delete cascade,
  -- Those of the post, to find the events of a host.
  author_id bigint not null references identity.account (id) on delete cascade,
  page_id bigint references social.page (id) on delete cascade,
  group_id bigint references social.people_group (id) on delete cascade,
  title text not null,
  about text not null default '',
  place text not null default '',
  address text not null default '',
  -- Where it takes place online.
  link text not null default '',
  -- A name of IANA. Dates of a series keep their local time in it.
  time_zone text not null,
  -- From midnight to midnight.
  is_all_day boolean not null,
  -- Of the first date.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- A recurrence rule of RFC 5545 that ends. Empty for a single date.
  rule text not null default '',
  -- For each date. Null for no limit.
  capacity integer check (capacity between 1 and 100000),
  -- The number of changes, for calendars.
  sequence integer not null default 0,
  updated_at timestamptz not null,
  canceled_at timestamptz,
  check (ends_at > starts_at)
);

create index event_of_author on social.event (author_id);
create index event_of_page on social.event (page_id) where page_id is not null;
create index event_of_group on social.event (group_id) where group_id is not null;
create index event_search on social.event using gin (search.name(title) gin_trgm_ops);

-- The dates of events: of a single one, or of a series.
create table social.event_date (
  id bigint generated always as identity primary key,
  event_id bigint not null references social.event (id) on delete cascade,
  -- The date by the rule, which calendars know it by. Other than the start if it was moved.
  original_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  canceled_at timestamptz,
  going integer not null default 0,
  interested integer not null default 0,
  waiting integer not null default 0,
  check (ends_at > starts_at),
  unique (event_id, original_at) deferrable initially deferred
);

create index event_date_next on social.event_date (starts_at, id);
create index event_date_of_event on social.event_date (event_id, starts_at, id);
create index event_date_waiting on social.event_date (id) where waiting > 0;

-- Who comes to a date. Those on the waiting list get a place in the order of their answers.
create table social.event_answer (
  id bigint generated always as identity primary key,
  date_id bigint not null references social.event_date (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  answer text not null check (answer in ('going', 'interested', 'declined', 'waiting')),
  answered_at timestamptz not null,
  -- When to send the next reminder. Null for none.
  remind_at timestamptz,
  unique (date_id, account_id)
);

create index event_answer_of_account on social.event_answer (account_id, date_id);
create index event_answer_oldest on social.event_answer (date_id, answer, answered_at, account_id);
create index event_answer_due on social.event_answer (remind_at) where remind_at is not null;

-- However people answer, also by the deletion of accounts.
create function social.count_event_answer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update social.event_date set going = going - (old.answer = 'going')::integer,
      interested = interested - (old.answer = 'interested')::integer,
      waiting = waiting - (old.answer = 'waiting')::integer where id = old.date_id;
  end if;
  if tg_op <> 'DELETE' then
    update social.event_date set going = going + (new.answer = 'going')::integer,
      interested = interested + (new.answer = 'interested')::integer,
      waiting = waiting + (new.answer = 'waiting')::integer where id = new.date_id;
  end if;
  return null;
end $$;

create trigger count_event_answer after insert or delete or update of answer on social.event_answer for each row
  execute function social.count_event_answer();

-- A person's own calendar, at an address that only they know.
create table social.event_calendar (
  account_id bigint primary key references identity.account (id) on delete cascade,
  token_hash bytea not null unique,
  -- The token, encrypted, to show the address again.
  sealed bytea not null,
  created_at timestamptz not null
);

alter table social.notification drop constraint notification_kind_check, add constraint notification_kind_check check (kind in (
  'friend_request', 'friend_accept', 'follow_request', 'follow_accept', 'follow', 'comment', 'reply', 'reaction', 'mention',
  'share', 'thread', 'answer', 'accepted', 'page_invitation', 'page_role', 'agent', 'published', 'term', 'appeal',
  'decision', 'report', 'money', 'event_day', 'event_hour', 'event_place', 'event_change', 'event_cancel')) not valid;
