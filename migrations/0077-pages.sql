-- Where a page was found before it took another name leads to where it is now.
create table social.page_former_name (
  -- In small letters.
  name text primary key,
  page_id bigint not null references social.page (id) on delete cascade,
  left_at timestamptz not null
);
create index page_former_name_of_page on social.page_former_name (page_id);

-- A friend thinks that somebody would like a page. Nobody asks the same person twice.
create table social.page_invitation (
  page_id bigint not null references social.page (id) on delete cascade,
  invited_id bigint not null references identity.account (id) on delete cascade,
  inviter_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  answered_at timestamptz,
  primary key (invited_id, page_id, inviter_id)
);
create index page_invitation_of_page on social.page_invitation (page_id);
create index page_invitation_pace on social.page_invitation (inviter_id, created_at);

-- Who runs a page wants an operator to vouch for it.
create table social.page_verification (
  id bigint generated always as identity primary key,
  page_id bigint not null references social.page (id) on delete cascade,
  asker_id bigint references identity.account (id) on delete set null,
  note text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references identity.account (id) on delete set null,
  outcome text check (outcome in ('verified', 'declined')),
  answer text not null default '',
  check ((decided_at is null) = (outcome is null))
);
create unique index page_verification_open on social.page_verification (page_id) where decided_at is null;
create index page_verification_waiting on social.page_verification (id) where decided_at is null;
create index page_verification_of_page on social.page_verification (page_id, id desc);

alter table social.page
  add column suspended_reason text not null default '',
  -- How many liked it when it was last looked: for the order of lists alone, what is shown is in the tally.
  add column likes integer not null default 0;
create index page_suspended on social.page (id) where suspended_at is not null and deleted_at is null;
create index page_liked on social.page (likes desc, id desc)
  where deleted_at is null and suspended_at is null and held_at is null;
create index page_liked_of_category on social.page (category_id, likes desc, id desc)
  where deleted_at is null and suspended_at is null and held_at is null;
create index page_deleted_of_owner on social.page (owner_id, id desc) where deleted_at is not null;

create index post_pinned_on_page on social.post (page_id) where pinned_at is not null and page_id is not null;
