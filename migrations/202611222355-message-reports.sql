-- Messages can be reported. Moderators read no conversation: a case holds copies of the reported message and of the few messages
-- around it that the reporter could read.
create table social.case_message (
  case_id bigint not null references social.moderation_case (id) on delete cascade,
  message_id bigint not null,
  author_id bigint references identity.account (id) on delete cascade,
  text text not null,
  -- What was attached: path, small_path, kind, name and type of each file.
  files jsonb not null default '[]',
  sent_at timestamptz not null,
  primary key (case_id, message_id)
);
create index case_message_message on social.case_message (message_id);
create index case_message_author on social.case_message (author_id);

-- Removed by a moderator: deleted for everybody in the same moment.
alter table social.message add column removed_at timestamptz;

-- Whom a message in a group names with @.
create table social.message_mention (
  message_id bigint not null references social.message (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  primary key (message_id, account_id)
);
create index message_mention_account on social.message_mention (account_id, message_id);

-- The first link of a message, of which a preview is shown.
alter table social.message add column link text;
create index message_link on social.message using hash (link) where link is not null;

alter table social.report drop constraint report_subject_check,
  add constraint report_subject_check check (subject in ('person', 'post', 'comment', 'page', 'message'));
alter table social.moderation_case drop constraint moderation_case_subject_check,
  add constraint moderation_case_subject_check check (subject in ('person', 'post', 'comment', 'page', 'term', 'message'));

-- The message that a decision is about.
alter table social.notification add column message_id bigint references social.message (id) on delete cascade;
create index notification_message on social.notification (message_id) where message_id is not null;
