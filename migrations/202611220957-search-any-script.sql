-- Words of any script: searched without accents, and character by character where a script has no spaces between words.
create extension if not exists unaccent;
create schema search;

-- What has an accent is no stop word: "mỹ" is not "my".
create text search dictionary search.stem (template = pg_catalog.snowball, language = english);
create text search configuration search.stemmed (copy = pg_catalog.english);
alter text search configuration search.stemmed
  alter mapping for word, hword, hword_part with unaccent, search.stem;
create text search configuration search.unstemmed (copy = pg_catalog.simple);
alter text search configuration search.unstemmed
  alter mapping for word, hword, hword_part with unaccent, pg_catalog.simple;

-- Characters of scripts that are written without spaces, or in which words grow endings as in Korean, for the brackets of
-- a regular expression: Thai, Lao, Myanmar, Khmer, Kana, Bopomofo, Han, Hangul. The marks among them are apart.
create function search.unspaced_letters() returns text language sql immutable parallel safe return
  '\u0E01-\u0E37\u0E40-\u0E47\u0E4C-\u0E4E\u0E81-\u0EB7\u0EBB-\u0EC7\u0ECC-\u0ECE\u0EDC-\u0EDF'
  || '\u1000-\u1036\u1038\u103B-\u103F\u1050-\u108C\u108E\u108F\u109A-\u109D\u1780-\u17D1\u17D3\u17D7\u17DC'
  || '\u1100-\u11FF\u2E80-\u2FDF\u3005-\u3007\u3021-\u3029\u3038-\u303B\u3041-\u3096\u309B-\u309F\u30A1-\u30FA'
  || '\u30FC-\u30FF\u3105-\u318E\u31A0-\u31BF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97C\uAC00-\uD7FB'
  || '\uF900-\uFAFF\U00020000-\U0003FFFF';
create function search.unspaced() returns text language sql immutable parallel safe return search.unspaced_letters()
  || '\u0E38-\u0E3A\u0E48-\u0E4B\u0EB8-\u0EBA\u0EC8-\u0ECB\u1037\u1039\u103A\u108D\u17D2\u17DD\u3099\u309A';

-- One form of what can be written in several. Putting combining marks in order takes time by the square of how many there
-- are in a row, so of what could be such a row the first hundred stay.
create function search.composed(typed text) returns text language sql immutable parallel safe return
  left(normalize(regexp_replace(
    left(typed, 100000),
    '([^\u0001-\u007F' || search.unspaced_letters() || ']{100})[^\u0001-\u007F' || search.unspaced_letters() || ']+',
    '\1 ', 'g'
  ), nfkc), 100000);

-- Each of those characters, and each with the one behind it. Positions begin again after 12,000, as a text has no more.
create function search.grams(runs text) returns tsvector language sql immutable parallel safe return (
  select coalesce(string_agg(
    '''' || c || case when next = ' ' then '''' else ''' ''' || c || next || ''':' || n % 12000 + 1 end, ' '
  ), '')::tsvector
  from (
    select c, n, lead(c, 1, ' ') over (order by n) as next
    from unnest(string_to_array(left(runs, 40000), null)) with ordinality as each (c, n)
  ) as pair where c <> ' '
);

create function search.vector(config regconfig, typed text) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  whole text;
begin
  if octet_length(typed) = char_length(typed) then return to_tsvector(config, typed); end if;
  whole := search.composed(typed);
  if whole !~ ('[' || search.unspaced() || ']') then return to_tsvector(config, whole); end if;
  return to_tsvector(config, regexp_replace(whole, '[' || search.unspaced() || ']+', ' ', 'g'))
    || search.grams(regexp_replace(whole, '[^' || search.unspaced() || ']+', ' ', 'g'));
end $$;

create function search.gram_query(runs text) returns tsquery language sql immutable parallel safe return (
  select coalesce(string_agg(
    case when char_length(run) = 1 then '''' || run || '''' else (
      select string_agg('''' || substr(run, i, 2) || '''', ' <-> ' order by i)
      from generate_series(1, char_length(run) - 1) as i
    ) end, ' & '
  ), '')::tsquery
  from string_to_table(left(runs, 500), ' ') as run where run <> ''
);

-- All the words, or as a phrase.
create function search.query(config regconfig, typed text, is_phrase boolean default false) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  whole text := search.composed(left(typed, 1000));
  spaced text := regexp_replace(whole, '[' || search.unspaced() || ']+', ' ', 'g');
begin
  return case when is_phrase then phraseto_tsquery(config, spaced) else plainto_tsquery(config, spaced) end
    && search.gram_query(regexp_replace(whole, '[^' || search.unspaced() || ']+', ' ', 'g'));
end $$;

-- A word that begins so. Where there are no spaces, any part of a word is found anyway.
create function search.beginning(config regconfig, word text) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  whole text := search.composed(left(word, 1000));
begin
  if whole ~ ('[' || search.unspaced() || ']') then return search.query(config, word); end if;
  return to_tsquery(config, '''' || regexp_replace(whole, '[''\\]', ' ', 'g') || ''':*');
end $$;

-- A name as it is compared: in small letters without accents, and with the characters of those scripts apart.
create function search.name(typed text) returns text language sql immutable strict parallel safe
return case when octet_length(typed) = char_length(typed) then lower(typed)
  else regexp_replace(lower(unaccent(search.composed(typed))), '([' || search.unspaced() || '])', ' \1 ', 'g') end;

-- What stands in a pattern of `like` for the text itself.
create function search.literal(typed text) returns text language sql immutable strict parallel safe
return regexp_replace(typed, '([\\%_])', '\\\1', 'g');

-- Patterns of which a name is like one that has the word in it. An index of trigrams knows words of one or two letters only
-- where they begin.
create function search.name_patterns(word text) returns text[] language sql immutable strict parallel safe
return case when char_length(search.name(word)) < 3
  then array[search.literal(search.name(word)) || '%', '% ' || search.literal(search.name(word)) || '%']
  else array['%' || search.literal(search.name(word)) || '%'] end;

create function social.post_vector(title text, text text) returns tsvector language sql immutable parallel safe
return setweight(search.vector('search.stemmed', title), 'A')
  || setweight(search.vector('search.stemmed', left(text, 100000)), 'B');

-- A post is indexed when it is written. Those that are here already are indexed anew by a job, the newest first, where
-- that makes a difference; `old_index_to` is the newest one that may not have been yet, and 0 when all have been.
alter table social.post alter column search drop expression;
create function social.index_post() returns trigger language plpgsql as $$
begin
  new.search := social.post_vector(new.title, new.text);
  return new;
end $$;
create trigger index_post before insert or update of title, text on social.post for each row
  execute function social.index_post();
alter table social.search_progress add column old_index_to bigint not null default 0;
update social.search_progress set old_index_to = coalesce((select max(id) from social.post), 0);

-- What a post has to have; for as long as some are indexed as before, as those were searched.
create function social.post_query(typed text, is_phrase boolean default false) returns tsquery
language sql stable strict parallel safe
return search.query('search.stemmed', typed, is_phrase) || case
  when octet_length(typed) <> char_length(typed) and exists (select from social.search_progress where old_index_to > 0)
  then case when is_phrase then phraseto_tsquery('english', typed) else plainto_tsquery('english', typed) end
  else '' end;

-- Known words have no accents; hashtags keep them, and are found without.
insert into social.search_word as known (kind, word, n, stem)
select 'word', plain, sum(n), coalesce((tsvector_to_array(to_tsvector('search.stemmed', plain)))[1], '')
from (
  select n, (tsvector_to_array(search.vector('search.unstemmed', word)))[1] as plain from social.search_word
  where kind = 'word' and octet_length(word) <> char_length(word) and word !~ ('[' || search.unspaced() || ']')
) as accented where plain is not null group by plain
on conflict (kind, word) do update set n = known.n + excluded.n;
delete from social.search_word as accented where kind = 'word' and octet_length(word) <> char_length(word)
  and word is distinct from (tsvector_to_array(search.vector('search.unstemmed', word)))[1];
alter table social.search_word add column folded text collate "C" generated always as (search.name(word)) stored;
create index search_word_folded on social.search_word (kind, folded);
drop index social.search_word_similar;
create index search_word_similar on social.search_word using gin (folded gin_trgm_ops);

update social.term set search = setweight(search.vector('search.unstemmed', concat_ws(' ', name, array_to_string(aliases, ' '))), 'A')
  || setweight(search.vector('search.stemmed', definition), 'B');

create index account_by_name on identity.account
  using gin (search.name(username || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
drop index identity.account_searchable;
create index page_by_name on social.page using gin (search.name(username || ' ' || title) gin_trgm_ops)
  where deleted_at is null;
drop index social.page_searchable;

-- Titles of links that are more than ASCII; the others are in the index there is.
create index link_by_title on links.link using gin (search.name(title) gin_trgm_ops)
  where deleted_at is null and octet_length(title) <> char_length(title);
