-- Hashtags that a person follows: public posts with them are in their feed. In lower case, as in social.hashtag.
create table social.followed_tag (
  account_id bigint not null references identity.account (id) on delete cascade,
  tag text not null check (length(tag) between 1 and 200),
  created_at timestamptz not null,
  primary key (account_id, tag)
);

create index followed_tag_of_tag on social.followed_tag (tag, account_id);
