import assert from 'node:assert/strict';

interface Answer {
  status: number;
  body: {
    status: string;
    message: string;
    data: { token?: string; post_id?: string; text?: string; user?: { user_name: string } };
  };
}

/** Sends a call as one kind of client does. */
export type Ask = (
  method: 'GET' | 'POST',
  path: string,
  given?: { token?: string | undefined; body?: object },
) => Promise<Answer>;

const password = 'a long and quiet sentence';

/** Signs up, signs out, signs in, posts, and reads the post with a token and with only the app's key. */
export async function joinAndPost(ask: Ask, username: string): Promise<void> {
  const newcomer = {
    username,
    email: `${username}@example.org`,
    password,
    first_name: 'New',
    last_name: 'Comer',
  };
  const joined = expect(
    await ask('POST', '/auth/signup', { body: { ...newcomer, gender: '1', device_type: 'A' } }),
  );
  expect(await ask('POST', '/auth/signout', { token: joined.token }));
  assert.equal((await ask('POST', '/auth/signout', { token: joined.token })).status, 401);
  const { token, user } = expect(
    await ask('POST', '/auth/signin', { body: { username_email: username, password, device_type: 'A' } }),
  );
  assert.equal(user?.user_name, username);
  const text = `Hello from ${username}`;
  const { post_id } = expect(await ask('POST', '/posts/post', { token, body: { text, privacy: 'public' } }));
  assert.equal(expect(await ask('GET', `/posts/post/${post_id}`, { token })).text, text);
  assert.equal(expect(await ask('GET', `/posts/post/${post_id}`)).text, text);
}

function expect({ status, body }: Answer): Answer['body']['data'] {
  assert.equal(status, 200, body.message);
  assert.equal(body.status, 'success');
  return body.data;
}
