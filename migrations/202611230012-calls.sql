-- Calls: the device on which somebody takes part, the line that a call leaves in its conversation, and what the devices of a
-- call send each other to connect.
alter table social.call add column message_id bigint references social.message (id) on delete set null;
create unique index call_message on social.call (message_id) where message_id is not null;

alter table social.call_member
  -- Chosen by the page or app that takes part; another one of the same person takes over with its own.
  add column device text check (length(device) between 8 and 64),
  -- When it rang; null: they called, or may join without having been rung.
  add column rang_at timestamptz,
  drop constraint call_member_state_check,
  -- Invited: may join, or join again, while the call goes on.
  add constraint call_member_state_check
    check (state in ('invited', 'ringing', 'joined', 'left', 'declined', 'busy', 'missed'));
create index call_member_open on social.call_member (account_id) where state in ('invited', 'ringing', 'joined');

-- Offers, answers and candidates; gone after a minute, and with the call.
create table social.call_signal (
  id bigint generated always as identity primary key,
  call_id bigint not null,
  from_id bigint not null,
  from_device text not null,
  to_id bigint not null,
  to_device text not null,
  data text not null check (length(data) <= 24576),
  created_at timestamptz not null,
  foreign key (call_id, from_id) references social.call_member (call_id, account_id) on delete cascade,
  foreign key (call_id, to_id) references social.call_member (call_id, account_id) on delete cascade
);
create index call_signal_from on social.call_signal (call_id, from_id, created_at);
create index call_signal_to on social.call_signal (call_id, to_id);
