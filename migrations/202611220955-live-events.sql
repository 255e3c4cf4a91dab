-- What happened lately for somebody, as open pages are told of it: an outbox that is written with what happened, and read
-- by every process. Rows last minutes, so they reference no account and are in no export.
create table social.live_event (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  name text not null check (length(name) between 1 and 50),
  -- Ids only: what a receiver is sent is read when it is sent, as they may see it then.
  data jsonb not null,
  created_at timestamptz not null,
  -- Its place in the order of all events, given after its transaction has committed: whoever has read up to a position has
  -- missed nothing before it. Null: it waits for its place.
  position bigint unique
);
create index live_event_unplaced on social.live_event (id) where position is null;
create index live_event_account on social.live_event (account_id, position) where position is not null;
create index live_event_created on social.live_event (created_at);

create table social.live_window (
  id boolean primary key default true check (id),
  -- The last position that was given; locked while further ones are.
  placed_to bigint not null default 0,
  -- Up to which position events were deleted: who has read less than that has missed something.
  deleted_to bigint not null default 0
);
insert into social.live_window default values;
