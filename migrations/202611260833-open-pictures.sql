-- Pictures in texts of the site, which everyone sees as long as the text is there.
create table social.open_picture (
  path text not null,
  static_page_id bigint references social.static_page (id) on delete cascade,
  term_id bigint references social.term (id) on delete cascade,
  check (num_nonnulls(static_page_id, term_id) = 1),
  unique nulls not distinct (path, static_page_id, term_id)
);
create index open_picture_of_page on social.open_picture (static_page_id);
create index open_picture_of_term on social.open_picture (term_id);

with named as (
  select body as text, id as static_page_id, null::bigint as term_id from social.static_page
  union all select definition, null, id from social.term),
found as (
  select distinct upload.path, named.static_page_id, named.term_id
  from named
  cross join lateral regexp_matches(named.text, '(photos/[0-9]{4}/[0-9]{2}/[0-9a-f]+\.webp)', 'g') as match
  join social.upload on upload.path = match[1] and upload.kind = 'photos'
  where strpos(named.text, 'photos/20') > 0),
used as (
  update social.upload set used_at = now() where used_at is null and path in (select path from found))
insert into social.open_picture (path, static_page_id, term_id) select path, static_page_id, term_id from found;
