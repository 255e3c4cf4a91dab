-- How common a word is decides how it is searched for; the index over texts knows words by their stems.
alter table social.search_word add column stem text collate "C" not null default '';
update social.search_word set stem = coalesce((tsvector_to_array(to_tsvector('english', word)))[1], '')
  where kind = 'word';
create index search_word_of_stem on social.search_word (stem) include (n) where kind = 'word';
