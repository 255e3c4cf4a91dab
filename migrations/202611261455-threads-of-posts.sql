-- A post may continue another one of its author: `parent_id` is the first of the thread, as of replies and answers.

alter table social.post drop constraint post_parent_check;
alter table social.post add constraint post_parent_check
  check (kind = 'post' or (parent_id is not null) = (kind in ('reply', 'answer'))) not valid;
alter table social.post validate constraint post_parent_check;

comment on column social.post.parent_id is
  'The thread of a reply, the question of an answer, or the first post of a thread of posts.';
