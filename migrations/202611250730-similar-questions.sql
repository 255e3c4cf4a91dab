-- Similar questions are found by their words and by those of their titles. The index for searches has answers as well, and no
-- weights, so every question and answer with such a word in its text was read. The keys are the same.
create index question_similar on social.post using gin (search.keys(id, author_id), search, ts_filter(search, '{a}'))
  with (gin_pending_list_limit = 512) where deleted_at is null and kind = 'question';
