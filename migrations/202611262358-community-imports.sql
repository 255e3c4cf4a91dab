-- migration: compatible
-- Imports of whole communities: the program that an archive is from, and likes that are not news.
alter table social.import add column format text not null default 'mastodon';

create or replace function social.announce_reaction() returns trigger language plpgsql as $$
begin
  -- Set while likes of an archive are imported.
  if current_setting('plaza.importing', true) = 'on' then return null; end if;
  if not social.is_listened_to('{reaction.created}') then return null; end if;
  if tg_argv[0] = 'comment' then
    perform social.announce('reaction.created', 'read',
      array[new.account_id, (select author_id from social.comment where id = new.comment_id)], new.comment_id,
      jsonb_build_object('on', 'comment', 'by', new.account_id::text, 'kind', new.kind), new.created_at);
  else
    perform social.announce('reaction.created', 'read',
      array[new.account_id, (select author_id from social.post where id = new.post_id)], new.post_id,
      jsonb_build_object('on', 'post', 'by', new.account_id::text, 'kind', new.kind), new.created_at);
  end if;
  return null;
end $$;
