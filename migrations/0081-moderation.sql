-- What waits for a moderator, and what became of it: held things and reported ones in one list. A thing has one open
-- case at most; what is reported after it was settled opens another.
create table social.moderation_case (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('person', 'post', 'comment', 'page', 'term')),
  subject_id bigint not null,
  -- Of a post its kind, of all else the subject: what lists are filtered by.
  kind text not null,
  author_id bigint not null references identity.account (id) on delete cascade,
  opened_at timestamptz not null,
  -- Kept back by a rule since then: which, and what it saw.
  held_at timestamptz,
  rule text not null default '',
  detail text not null default '',
  score real,
  -- How many people reported it.
  reports integer not null default 0,
  -- Who is looking at it just now.
  claimed_by bigint references identity.account (id) on delete set null,
  claimed_at timestamptz,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null,
  decision text check (decision in ('keep', 'hide', 'remove', 'warn', 'suspend')),
  -- Under which reason, and what its author is told.
  category_id bigint references social.report_category (id),
  message text not null default '',
  suspended_until timestamptz,
  check ((settled_at is null) = (decision is null))
);
create unique index moderation_case_open on social.moderation_case (subject, subject_id) where settled_at is null;
create index moderation_case_waiting on social.moderation_case (id) where settled_at is null;
create index moderation_case_of_author on social.moderation_case (author_id, id desc);
create index moderation_case_of_subject on social.moderation_case (subject, subject_id, id desc);
create index moderation_case_settled on social.moderation_case (settled_at desc) where settled_at is not null;
create index moderation_case_opened on social.moderation_case (opened_at);

insert into social.moderation_case (subject, subject_id, kind, author_id, opened_at, held_at)
  select 'post', id, kind, author_id, held_at, held_at from social.post where held_at is not null and deleted_at is null
  union all
  select 'comment', id, 'comment', author_id, held_at, held_at
    from social.comment where held_at is not null and deleted_at is null;
insert into social.moderation_case (subject, subject_id, kind, author_id, opened_at, reports)
  select report.subject, report.subject_id, coalesce(min(post.kind), report.subject), min(report.author_id),
    min(report.created_at), count(*)
  from social.report as report
  left join social.post as post on report.subject = 'post' and post.id = report.subject_id
  where report.settled_at is null
  group by report.subject, report.subject_id
on conflict (subject, subject_id) where settled_at is null do update set reports = excluded.reports;

-- An author asks, once, that somebody else looks at a decision again.
create table social.appeal (
  id bigint generated always as identity primary key,
  case_id bigint not null unique references social.moderation_case (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  text text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null,
  outcome text check (outcome in ('granted', 'declined')),
  -- What the author is told.
  answer text not null default '',
  check ((settled_at is null) = (outcome is null))
);
create index appeal_waiting on social.appeal (id) where settled_at is null;
create index appeal_of_account on social.appeal (account_id, id desc);

-- What was said lately, as a fingerprint that similar texts share most bits of; each band is a quarter of it. Two texts
-- that differ in three bits have a band in common.
create table social.text_print (
  subject text not null check (subject in ('post', 'comment')),
  subject_id bigint not null,
  author_id bigint not null references identity.account (id) on delete cascade,
  print bigint not null,
  band_a integer not null,
  band_b integer not null,
  band_c integer not null,
  band_d integer not null,
  at timestamptz not null,
  primary key (subject, subject_id)
);
create index text_print_a on social.text_print (band_a, at);
create index text_print_b on social.text_print (band_b, at);
create index text_print_c on social.text_print (band_c, at);
create index text_print_d on social.text_print (band_d, at);
create index text_print_of_author on social.text_print (author_id);
create index text_print_at on social.text_print (at);

-- Addresses, hashed, that newcomers put into what they said lately.
create table social.newcomer_link (
  address bigint not null,
  account_id bigint not null references identity.account (id) on delete cascade,
  at timestamptz not null,
  primary key (address, account_id)
);
create index newcomer_link_of_account on social.newcomer_link (account_id);
create index newcomer_link_at on social.newcomer_link (at);

-- What may not be said or linked to, or has to be looked at: words and phrases as whole words, parts of words, domains.
create table social.text_rule (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('word', 'part', 'domain')),
  pattern text not null check (pattern = lower(pattern) and pattern <> ''),
  first_word text not null generated always as (split_part(pattern, ' ', 1)) stored,
  outcome text not null check (outcome in ('hold', 'refuse')),
  added_by bigint references identity.account (id) on delete set null,
  added_at timestamptz not null,
  unique (kind, pattern)
);
create index text_rule_word on social.text_rule (first_word) where kind = 'word';
create index text_rule_part on social.text_rule (id) where kind = 'part';
insert into social.text_rule (kind, pattern, outcome, added_by, added_at)
  select 'word', word, outcome, added_by, added_at from social.blocked_word order by added_at, word;
drop table social.blocked_word;

-- In how many texts that moderators took for spam, or let stand, a token was; the empty token counts the texts.
create table social.spam_token (
  token text primary key,
  spam integer not null default 0,
  ham integer not null default 0
);

-- What was learned from a decision, so that it can be unlearned; `score` is what the model thought before.
create table social.spam_lesson (
  case_id bigint primary key references social.moderation_case (id) on delete cascade,
  is_spam boolean not null,
  tokens text[] not null,
  score real,
  at timestamptz not null
);
create index spam_lesson_newest on social.spam_lesson (at desc);

alter table social.verdict
  add column detail text not null default '',
  add column score real;

-- A suspension may end by itself.
alter table identity.account add column suspended_until timestamptz;
create index account_suspended_until on identity.account (suspended_until) where suspended_until is not null;
