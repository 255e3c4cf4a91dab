import assert from 'node:assert/strict';
import { testPlaza } from '../../test/ask-plaza.ts';
import { addComment } from '../social/comments/comments.ts';
import { publishPost } from '../social/posts/publishing.ts';
import { savePost } from '../social/saved/saved.ts';

interface Page {
  data: { id: string }[] | { threads: { id: string }[] };
  has_more: boolean;
  next_cursor: string | null;
  message: string;
}

testPlaza('reads lists to their end by cursor, each entry once', async ({ app, plaza, ada }) => {
  const post = await publishPost(app, ada, { text: 'Number 0', privacy: 'public', photos: [] });
  for (let number = 1; number <= 45; number += 1) {
    app.clock.turn(1000);
    const id = await publishPost(app, ada, { text: `Number ${number} #sea`, privacy: 'public', photos: [] });
    await savePost(app, ada, id);
    await addComment(app, ada, post, `Comment ${number}`);
  }
  const readAll = async (path: string): Promise<string[]> => {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const query: string = after === null ? '' : `&after=${encodeURIComponent(after)}`;
      const { status, body } = await plaza.api(ada, 'GET', `${path}${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      const page = body as unknown as Page;
      const records = Array.isArray(page.data) ? page.data : page.data.threads;
      ids.push(...records.map(({ id }) => id));
      assert.equal(page.has_more, page.next_cursor !== null);
      after = page.next_cursor;
    } while (after !== null);
    assert.equal(new Set(ids).size, ids.length, path);
    return ids;
  };
  assert.equal((await readAll('/apis/php/posts/saved?query=')).length, 45);
  assert.equal((await readAll(`/apis/php/posts/comments?post_id=${post}`)).length, 45);
  assert.equal((await readAll('/apis/php/feed/top?')).length, 46);
});

testPlaza('names an invalid cursor in the error', async ({ app, plaza, ada }) => {
  const post = await publishPost(app, ada, { text: 'A post', privacy: 'public', photos: [] });
  for (const path of [
    '/apis/php/posts/saved?',
    '/apis/php/articles?',
    '/apis/php/feed/top?',
    '/apis/php/forums/threads?',
    '/apis/php/pages/list?',
    `/apis/php/posts/comments?post_id=${post}&`,
  ])
    for (const after of ['nonsense', '-1', Buffer.from('page:99999999').toString('base64url'), '%00']) {
      const { status, body } = await plaza.api(ada, 'GET', `${path}after=${after}`);
      assert.equal(status, 400, `${path}after=${after}`);
      assert.match(String((body as { message?: string }).message), /after|NUL/, path);
    }
});
