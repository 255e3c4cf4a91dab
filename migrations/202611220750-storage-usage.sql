-- How much each account stores, counted as files come and go, so that a limit needs no sum over all of them. A picture that
-- a post shows from the uploads is counted once, as an upload.
create table social.storage_usage (
  account_id bigint primary key references identity.account (id) on delete cascade,
  bytes bigint not null
);

insert into social.storage_usage (account_id, bytes)
  select account_id, sum(bytes) from (
    select account_id, bytes from social.upload
    union all
    select post.author_id, photo.bytes from social.photo join social.post on post.id = photo.post_id
      where not exists (select from social.upload where upload.path = photo.path)
  ) as stored group by account_id;

-- The row stays locked until the transaction ends: of two uploads at once the second counts the first.
create function social.count_storage(account bigint, change bigint) returns void language sql as $$
  insert into social.storage_usage (account_id, bytes) values (account, greatest(change, 0))
    on conflict (account_id) do update set bytes = greatest(storage_usage.bytes + change, 0)
$$;

create function social.count_upload() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform social.count_storage(new.account_id, new.bytes);
  elsif exists (select from identity.account where id = old.account_id) then
    perform social.count_storage(old.account_id, -old.bytes);
  end if;
  return null;
end $$;
create trigger count_upload after insert or delete on social.upload for each row execute function social.count_upload();

create function social.count_photo() returns trigger language plpgsql as $$
declare
  photo record;
  author bigint;
begin
  if tg_op = 'INSERT' then photo := new; else photo := old; end if;
  select author_id into author from social.post where id = photo.post_id;
  -- Of a post that is erased nothing is left to count for.
  if author is null or exists (select from social.upload where path = photo.path) then return null; end if;
  perform social.count_storage(author, case when tg_op = 'INSERT' then photo.bytes else -photo.bytes end);
  return null;
end $$;
create trigger count_photo after insert or delete on social.photo for each row execute function social.count_photo();
