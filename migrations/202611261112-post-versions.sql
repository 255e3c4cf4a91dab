-- Processes keep what of a post is the same for everyone by the version of its row (`xmin` and `ctid`), so a change of
-- what belongs to a post is a change of its row. A transaction that has changed the row already needs no other change.
create function social.touch_post() returns trigger language plpgsql as $$
begin
  update social.post set kind = kind
  where id = case when tg_op = 'DELETE' then old.post_id else new.post_id end and xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

create trigger touch_post after insert or update or delete on social.photo
for each row execute function social.touch_post();
create trigger touch_post after insert or update or delete on social.video
for each row execute function social.touch_post();
create trigger touch_post after insert or update or delete on social.attachment
for each row execute function social.touch_post();
create trigger touch_post after insert or update or delete on social.paywall
for each row execute function social.touch_post();
create trigger touch_post after insert or update or delete on social.poll
for each row execute function social.touch_post();
create trigger touch_post after insert or update or delete on social.poll_option
for each row execute function social.touch_post();
create trigger touch_post after insert or update or delete on social.article
for each row execute function social.touch_post();
create trigger touch_post after insert or update or delete on social.text_picture
for each row execute function social.touch_post();
