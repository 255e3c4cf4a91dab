-- Invitations that several people may use.
alter table identity.invitation
  add column max_uses integer not null default 1 check (max_uses between 1 and 1000),
  add column uses integer not null default 0;
update identity.invitation set uses = 1 where used_at is not null;

-- People who asked to join, where operators approve registrations. Their accounts are not activated.
create table identity.registration_request (
  account_id bigint primary key references identity.account (id) on delete cascade,
  -- What they answered to the operator's question.
  answer text not null,
  -- When they confirmed their address, where addresses are confirmed.
  confirmed_at timestamptz,
  created_at timestamptz not null
);

create index registration_request_newest on identity.registration_request (created_at desc, account_id desc);
