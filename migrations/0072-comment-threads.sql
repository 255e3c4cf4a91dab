-- Below a comment stand its answers, and below each of those the rest of what was said there: two levels, however deep
-- people answer. `parent_id` says what is answered; these say where it stands.
alter table social.comment
  add column root_id bigint references social.comment (id) on delete set null,
  add column branch_id bigint references social.comment (id) on delete set null;

-- Whole, for what hangs on a post or a comment that goes; deleted ones keep their place while others stand below them.
drop index social.comment_of_post;
create index comment_of_post on social.comment (post_id, id);
create index comment_top on social.comment (post_id, id) where root_id is null;
create index comment_below on social.comment (root_id, coalesce(branch_id, id), id) where root_id is not null;
create index comment_of_branch on social.comment (branch_id, id) where branch_id is not null;
drop index social.comment_replies;
create index comment_replies on social.comment (parent_id) where parent_id is not null;

-- Who reacted, the newest first: all of them, or one kind.
create index reaction_by_kind on social.reaction (post_id, kind, created_at desc);
create index comment_reaction_newest on social.comment_reaction (comment_id, created_at desc);

create index mute_newest on social.mute (muter_id, created_at desc);
