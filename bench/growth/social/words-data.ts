import type pg from 'pg';

/** Fills the search vocabulary, as `learnWords` would have learned it post by post. */
export async function addSearchWords(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into social.search_word (kind, word, n, stem)
    select 'word', word, sum(uses), coalesce((tsvector_to_array(to_tsvector('search.stemmed', word)))[1], '')
    from (
      select bench.text.text, count(*) as uses
      from social.post join bench.text on bench.text.n = (post.id * 7919) % (select count(*) from bench.text)
      where privacy = 'public' and held_at is null and deleted_at is null group by bench.text.text
    ) as used, lateral unnest(tsvector_to_array(search.vector('search.unstemmed', used.text))) as word group by word
    union all
    select 'tag', tag, count(*), '' from social.hashtag group by tag;
    update social.search_progress set post_id = (select max(id) from social.post);
    drop schema bench cascade;`);
}
