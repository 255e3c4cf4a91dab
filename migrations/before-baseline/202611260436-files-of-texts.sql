-- A picture in a text is for those who see the text.
create table social.text_picture (
  path text not null,
  post_id bigint not null references social.post (id) on delete cascade,
  primary key (path, post_id)
);
create index text_picture_of_post on social.text_picture (post_id);

insert into social.text_picture (path, post_id)
  select distinct upload.path, post.id
  from social.post
  cross join lateral (select post.text union all
    select revision.text from social.post_revision as revision where revision.post_id = post.id) as version
  cross join lateral regexp_matches(version.text, '(photos/[0-9]{4}/[0-9]{2}/[0-9a-f]{26})\.webp', 'g') as found
  join social.upload on upload.path = found[1] || '.webp' and upload.account_id = post.author_id
  where strpos(version.text, 'photos/20') > 0;

alter table social.upload drop column is_in_text;
