-- Pictures in the text of an article are public. What else is used is seen by those who see what uses it.
alter table social.upload add column is_in_text boolean not null default false;
update social.upload set is_in_text = true
  where kind = 'photos' and used_at is not null
  and not exists (select from social.photo where photo.path = upload.path)
  and not exists (select from social.message_file as file where file.path = upload.path)
  and not exists (select from social.paywall_file as file where file.path = upload.path)
  and not exists (select from social.case_message as copy where copy.files::text like '%' || upload.path || '%');
