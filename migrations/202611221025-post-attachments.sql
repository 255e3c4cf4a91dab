-- What a file was called by its sender: shown where it is attached. Never part of its path.
alter table social.upload add column name text not null default '';

-- Audio, voice notes, and other files of posts; each is an upload.
create table social.attachment (
  post_id bigint not null references social.post (id) on delete cascade,
  position smallint not null check (position between 1 and 10),
  path text not null,
  kind text not null check (kind in ('audio', 'voice_notes', 'file')),
  name text not null,
  type text not null,
  bytes bigint not null,
  milliseconds bigint,
  primary key (post_id, position)
);

-- Pictures that came with a post are uploads too, as all files of posts are from now on. They are counted already.
alter table social.upload disable trigger count_upload;
insert into social.upload (account_id, path, small_path, kind, type, bytes, width, height, created_at, used_at)
  select distinct on (photo.path) post.author_id, photo.path, photo.small_path, 'photos', 'image/webp', photo.bytes,
    photo.width, photo.height, post.created_at, post.created_at
  from social.photo join social.post on post.id = photo.post_id
  on conflict (path) do nothing;
alter table social.upload enable trigger count_upload;
