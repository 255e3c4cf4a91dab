-- Why something is reported. The names are on the wire: a title may change.
create table social.report_category (
  id bigint generated always as identity primary key,
  name text not null unique,
  title text not null,
  description text not null default '',
  position integer not null default 0,
  deleted_at timestamptz
);
insert into social.report_category (name, title, description, position) values
  ('spam', 'Spam', 'Advertising nobody asked for, or the same again and again', 1),
  ('harassment', 'Harassment', 'Somebody is insulted, threatened or followed around', 2),
  ('inappropriate', 'Not fit for here', 'Sexual or shocking, and not marked as such', 3),
  ('violence', 'Violence', 'Calls for it, praises it, or shows it', 4),
  ('copyright', 'Copyright', 'Somebody else’s work without their leave', 5),
  ('misinformation', 'False claims', 'Made to mislead, and likely to do harm', 6),
  ('other', 'Something else', 'Say what it is below', 7);

-- One a reporter and thing.
create table social.report (
  id bigint generated always as identity primary key,
  reporter_id bigint not null references identity.account (id) on delete cascade,
  subject text not null check (subject in ('person', 'post', 'comment')),
  subject_id bigint not null,
  -- Whose it is.
  author_id bigint not null references identity.account (id) on delete cascade,
  category_id bigint not null references social.report_category (id),
  reason text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null,
  decision text check (decision in ('keep', 'hide', 'remove', 'warn', 'suspend')),
  unique (subject, subject_id, reporter_id),
  check ((settled_at is null) = (decision is null))
);
create index report_waiting on social.report (subject, subject_id, id) where settled_at is null;
create index report_of_reporter on social.report (reporter_id, created_at);
create index report_of_author on social.report (author_id, id desc);
