-- What an article has beside what every post has.
create table social.article (
  post_id bigint primary key references social.post (id) on delete cascade,
  category_id bigint references social.category (id) on delete set null,
  -- Path of the picture above it, its pixels, and what it shows.
  cover text,
  cover_width integer,
  cover_height integer,
  cover_alt text not null default '',
  -- The hashtags that were put beside it; those in its text are not among them.
  tags text[] not null default '{}',
  words integer not null check (words >= 0),
  -- How long reading it takes.
  minutes integer not null check (minutes > 0)
);
create index article_of_category on social.article (category_id, post_id desc);
create index article_newest on social.article (post_id desc);
