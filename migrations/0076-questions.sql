-- What a question and an answer have beside what every post has, and the votes on both.

create table social.question (
  post_id bigint primary key references social.post (id) on delete cascade,
  category_id bigint references social.category (id) on delete set null,
  -- The asker's choice, when it was made, and since when it is there for all to see.
  accepted_id bigint references social.post (id) on delete set null,
  accepted_at timestamptz,
  solved_at timestamptz,
  -- Why nothing is to be added any more, beside the post's locked_at.
  closed_because text not null default '',
  closed_by bigint references identity.account (id) on delete set null,
  duplicate_of bigint references social.post (id) on delete set null,
  -- Kept beside the tallies for the lists that go by them. Of answers, those that all may see.
  score integer not null default 0,
  answers integer not null default 0,
  -- When it was asked, answered or changed for the last time.
  active_at timestamptz not null
);
create index question_of_category on social.question (category_id, post_id desc);
create index question_active on social.question (active_at desc, post_id desc);
create index question_by_score on social.question (score desc, post_id desc);
create index question_unanswered on social.question (post_id desc) where answers = 0;
create index question_unsolved on social.question (post_id desc) where solved_at is null;
create index question_solved on social.question (post_id desc) where solved_at is not null;
create index question_accepting on social.question (accepted_id) where accepted_id is not null;
create index question_duplicates on social.question (duplicate_of) where duplicate_of is not null;

-- The hashtags of questions alone: a word that is on a million posts has few questions.
create table social.question_tag (
  tag text not null,
  post_id bigint not null references social.question (post_id) on delete cascade,
  primary key (tag, post_id)
);
create index question_tag_of_question on social.question_tag (post_id);

create table social.answer (
  post_id bigint primary key references social.post (id) on delete cascade,
  question_id bigint not null references social.question (post_id) on delete cascade,
  score integer not null default 0
);
create index answer_by_score on social.answer (question_id, score desc, post_id);

-- For and against, one from each person.
create table social.vote (
  post_id bigint not null references social.post (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  value smallint not null check (value in (-1, 1)),
  created_at timestamptz not null,
  primary key (post_id, account_id)
);
create index vote_of_account on social.vote (account_id, created_at);

-- Search in questions, and those that are like the one that somebody is about to ask.
create index question_search on social.post using gin (search) where kind = 'question';
