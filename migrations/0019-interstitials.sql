-- A deleted pixel can come back with the links it was on, and another with its tag may be made meanwhile.
alter table links.pixel add column deleted_at timestamptz;
alter table links.pixel drop constraint pixel_tag;
create unique index pixel_tag on links.pixel (account_id, provider, tag) where deleted_at is null;
drop index links.pixel_of_account;
create index pixel_of_account on links.pixel (account_id, id) where deleted_at is null;

-- How an owner asks visitors before pixels are fired; no row: as the operator set it.
create table links.pixel_consent (
  account_id bigint primary key references identity.account (id) on delete cascade,
  manner text not null check (manner in ('ask', 'notice', 'legitimate')),
  privacy_url text,
  updated_at timestamptz not null
);

-- What visitors send by a form, a poll or a newsletter box.
create table links.overlay_answer (
  id bigint generated always as identity primary key,
  overlay_id bigint not null references links.overlay (id) on delete cascade,
  link_id bigint references links.link (id) on delete set null,
  -- Names the page it was sent from: the same page sent twice is one answer.
  page text not null,
  content jsonb not null,
  created_at timestamptz not null,
  -- When it is deleted by itself; null: never.
  forget_at timestamptz,
  constraint overlay_answer_page unique (overlay_id, page)
);
create index overlay_answer_of_overlay on links.overlay_answer (overlay_id, id desc);
create index overlay_answer_of_link on links.overlay_answer (link_id) where link_id is not null;
create index overlay_answer_to_forget on links.overlay_answer (forget_at) where forget_at is not null;

-- Votes by choice, so that results need no counting. They outlive the single answers.
create table links.overlay_vote (
  overlay_id bigint not null references links.overlay (id) on delete cascade,
  choice text not null,
  votes bigint not null,
  primary key (overlay_id, choice)
);
