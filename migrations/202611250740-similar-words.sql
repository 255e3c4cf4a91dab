-- Hashtags and words of posts each have their own index of trigrams: a search for hashtags went through all similar words.
create index search_word_similar_word on social.search_word using gin (folded gin_trgm_ops) where kind = 'word';
create index search_word_similar_tag on social.search_word using gin (folded gin_trgm_ops) where kind = 'tag';
drop index social.search_word_similar;
