import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { createApiClient } from '../../identity/api-clients/api-clients.ts';
import { publishPost } from '../posts/publishing.ts';

testPlaza('an API key without a session reads only public content', async ({ app, ada, plaza }) => {
  const { apiKey, apiSecret } = await createApiClient(app, 'Reader', undefined);
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000));
  const keyed = {
    'x-api-key': apiKey,
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', apiSecret).update(timestamp).digest('hex'),
  };
  const post = (privacy: 'public' | 'friends') =>
    publishPost(app, ada, { text: `Hello ${privacy}`, privacy, photos: [] });
  const [open, hidden] = [await post('public'), await post('friends')];
  const statusOf = async (path: string, headers = {}) =>
    (await plaza.inject({ url: `/apis/php/${path}`, headers })).statusCode;
  for (const path of [
    `posts/post/${open}`,
    'articles',
    'glossary',
    'forums/list',
    'forums/threads',
    'user/profile?user_name=ada',
  ]) {
    assert.equal(await statusOf(path, keyed), 200, path);
    assert.equal(await statusOf(path), 401, path);
  }
  assert.equal(await statusOf(`posts/post/${hidden}`, keyed), 404);
  for (const path of ['user/profile', 'data/load?get=notifications', 'posts/saved', 'user/blocked'])
    assert.equal(await statusOf(path, keyed), 401, path);
});
