import assert from 'node:assert/strict';
import { testPlaza, type Plaza } from '../../../test/ask-plaza.ts';
import { publishPost } from '../posts/publishing.ts';
import { nextPage } from '../../platform/http/families/social.ts';

type Records = Record<string, unknown>[];

testPlaza(
  'new members can complete the first steps with the API alone',
  async ({ ada, bob, carol, plaza }) => {
    const posted = await plaza.api(ada, 'POST', '/apis/php/posts/post', {
      text: 'Reading https://example.org with @bob #tea',
      privacy: 'friends',
    });
    assert.equal(posted.status, 200);
    const post = posted.body.data as Record<string, unknown>;
    const id = String(post.post_id);
    assert.match(id, /^\d+$/);
    assert.deepEqual(
      {
        link: post.link,
        privacy: post.privacy,
        url: post.url,
        i_react: post.i_react,
        comments: post.comments,
      },
      {
        link: 'https://example.org/',
        privacy: 'friends',
        url: `http://plaza.test/posts/${id}`,
        i_react: false,
        comments: 0,
      },
    );
    const author = post.author as Record<string, unknown>;
    assert.deepEqual([author.user_id, author.user_name, author.user_fullname], [ada.id, 'ada', 'Ada Test']);

    const connect = (viewer: typeof ada, word: string, to: typeof ada) =>
      plaza.api(viewer, 'POST', '/apis/php/user/connect', { do: word, id: to.id });
    assert.deepEqual((await connect(bob, 'friend-add', ada)).body.data, {
      connection: 'cancel',
      i_follow: false,
    });
    assert.deepEqual((await connect(ada, 'friend-accept', bob)).body.data, {
      connection: 'remove',
      i_follow: false,
    });
    assert.deepEqual((await connect(carol, 'follow', ada)).body.data, { connection: 'add', i_follow: true });

    const feed = async (viewer: typeof ada) =>
      ((await plaza.api(viewer, 'GET', '/apis/php/data/load?get=newsfeed')).body.data as Records).map(
        (each) => each.post_id,
      );
    assert.deepEqual(await feed(bob), [id]);
    assert.deepEqual(await feed(carol), []);
    assert.equal((await plaza.api(carol, 'GET', `/apis/php/posts/post/${id}`)).status, 404);

    const comment = await plaza.api(bob, 'POST', '/apis/php/posts/comment', {
      post_id: id,
      text: 'Well said',
    });
    assert.equal(comment.status, 200);
    const reacted = await plaza.api(bob, 'POST', '/apis/php/posts/react', {
      do: 'react',
      post_id: id,
      reaction: 'love',
    });
    const { reactions, reactions_total_count, i_reaction, comments } = reacted.body.data as Record<
      string,
      unknown
    >;
    assert.deepEqual(
      { reactions_total_count, i_reaction, comments },
      { reactions_total_count: 1, i_reaction: 'love', comments: 1 },
    );
    assert.equal((reactions as Record<string, number>).love, 1);
    const below = await plaza.api(ada, 'GET', `/apis/php/posts/comments?post_id=${id}`);
    assert.deepEqual(
      (below.body.data as Records).map(({ text }) => text),
      ['Well said'],
    );

    assert.equal((await plaza.api(bob, 'DELETE', `/apis/php/posts/post/${id}`)).status, 403);
    assert.equal((await plaza.api(ada, 'DELETE', `/apis/php/posts/post/${id}`)).status, 200);
    assert.equal((await plaza.api(ada, 'GET', `/apis/php/posts/post/${id}`)).status, 404);
  },
);

testPlaza('returns lists in pages of twenty, counted from 0', async ({ ada, plaza, app }) => {
  const created_at = app.clock.now();
  await app.db
    .insertInto('social.post')
    .values(
      Array.from({ length: 45 }, (_, i) => ({
        author_id: ada.id,
        text: `${i}`,
        privacy: 'public',
        created_at,
      })),
    )
    .execute();
  for (const get of ['newsfeed', 'discover', 'posts_profile']) {
    const pages = [];
    for (const offset of [0, 1, 2, 3]) {
      const { body } = await plaza.api(ada, 'GET', `/apis/php/data/load?get=${get}&offset=${offset}`);
      pages.push({ texts: (body.data as Records).map(({ text }) => Number(text)), more: body.has_more });
    }
    assert.deepEqual(
      pages.map(({ texts, more }) => [texts.length, more]),
      [
        [20, true],
        [20, true],
        [5, false],
        [0, false],
      ],
    );
    assert.deepEqual(
      pages.flatMap(({ texts }) => texts),
      Array.from({ length: 45 }, (_, i) => 44 - i),
    );
  }
});

testPlaza('lists people by their relationship to the viewer', async ({ ada, bob, carol, olga, plaza }) => {
  const list = async (viewer: typeof ada, query: string) => {
    const { status, body } = await plaza.api(viewer, 'GET', `/apis/php/data/load?get=${query}`);
    assert.equal(status, 200, body.message);
    return (body.data as Records).map(({ user_name, connection, i_follow }) => [
      user_name,
      connection,
      i_follow,
    ]);
  };
  const connect = (viewer: typeof ada, word: string, to: typeof ada) =>
    plaza.api(viewer, 'POST', '/apis/php/user/connect', { do: word, id: Number(to.id) });
  assert.deepEqual(await list(ada, 'new_people'), [
    ['carol', 'add', false],
    ['bob', 'add', false],
    ['olga', 'add', false],
  ]);
  await connect(ada, 'friend', bob);
  await connect(carol, 'friend', ada);
  await connect(ada, 'follow', olga);
  assert.deepEqual(await list(ada, 'new_people'), []);
  assert.deepEqual(await list(ada, 'friend_requests_sent'), [['bob', 'cancel', false]]);
  assert.deepEqual(await list(ada, 'friend_requests'), [['carol', 'request', false]]);
  assert.deepEqual(await list(ada, 'followings'), [['olga', 'add', true]]);
  assert.deepEqual(await list(bob, `followers&username=OLGA`), [['ada', 'request', false]]);
  await connect(ada, 'friend-accept', carol);
  assert.deepEqual(await list(bob, `friends&id=${carol.id}`), [['ada', 'request', false]]);
  await connect(ada, 'unfriend', bob);
  assert.deepEqual(await list(bob, 'friend_requests'), []);
  await connect(ada, 'block', bob);
  assert.deepEqual(await list(ada, 'blocked'), [['bob', 'block', false]]);
  assert.deepEqual(await list(carol, 'friends'), [['ada', 'remove', false]]);
  assert.equal(
    (await plaza.api(bob, 'GET', '/apis/php/data/load?get=posts_profile&username=ada')).status,
    404,
  );
});

testPlaza('editing the text does not change the audience of a post', async ({ ada, plaza }) => {
  for (const privacy of ['public', 'friends']) {
    const posted = await plaza.api(ada, 'POST', '/apis/php/posts/post', { text: `For ${privacy}`, privacy });
    const { post_id } = posted.body.data as { post_id: string };
    const changed = await plaza.api(ada, 'PUT', `/apis/php/posts/post/${post_id}`, {
      text: `Still for ${privacy}`,
    });
    assert.equal(changed.status, 200, changed.body.message);
    assert.equal((changed.body.data as { privacy: string }).privacy, privacy);
  }
});

testPlaza('notifications, photos and blocks are paginated like other lists', async (world) => {
  const { ada, bob, carol, olga, plaza, app } = world;
  const list = async (viewer: typeof ada, url: string) => {
    const { status, body } = await plaza.api(viewer, 'GET', `/apis/php/${url}`);
    assert.equal(status, 200, body.message);
    return body.data as Records;
  };
  const connect = (viewer: typeof ada, word: string, to: typeof ada) =>
    plaza.api(viewer, 'POST', '/apis/php/user/connect', { do: word, id: to.id });
  const posted = await plaza.api(ada, 'POST', '/apis/php/posts/post', { text: 'Tea?', privacy: 'friends' });
  const { post_id } = posted.body.data as { post_id: string };
  await app.db
    .insertInto('social.photo')
    .values({ post_id, position: 0, path: 'photos/a.webp', small_path: 'photos/b.webp', width: 4, height: 3 })
    .execute();
  await connect(bob, 'friend-add', ada);
  await connect(ada, 'friend-accept', bob);
  app.clock.turn(1000);
  await plaza.api(bob, 'POST', '/apis/php/posts/react', { do: 'react', post_id, reaction: 'love' });
  await connect(carol, 'friend-add', ada);
  const notified = await list(ada, 'data/load?get=notifications');
  assert.deepEqual(
    notified
      .map(({ action, message, node_id, url, seen }) => ({ action, message, node_id, url, seen }))
      .sort((a, b) => (String(a.action) < String(b.action) ? -1 : 1)),
    [
      {
        action: 'friend_add',
        message: 'Carol Test sent you a friend request',
        node_id: carol.id,
        url: 'http://plaza.test/people/requests',
        seen: '0',
      },
      {
        action: 'react_love',
        message: 'Bob Test loves your post',
        node_id: post_id,
        url: `http://plaza.test/posts/${post_id}`,
        seen: '0',
      },
    ],
  );
  const counts = async () =>
    [...(await plaza.page(ada, '/')).text.matchAll(/class="count" data-badge="\w+"\s*>(\d+)/g)].map(
      ([, count]) => count,
    );
  assert.deepEqual(await counts(), ['2', '1']);
  for (const reset of ['notifications', 'friend_requests', 'messages'])
    assert.equal((await plaza.api(ada, 'POST', '/apis/php/data/reset', { reset })).status, 200);
  assert.deepEqual(await counts(), []);
  assert.deepEqual(
    (await list(ada, 'data/load?get=notifications')).map(({ seen }) => seen),
    ['1', '1'],
  );
  const wrong = await plaza.api(ada, 'POST', '/apis/php/data/reset', { reset: 'everything' });
  assert.deepEqual(
    [wrong.status, wrong.body.message],
    [400, 'reset must be one of friend_requests, messages, notifications'],
  );

  // A photo has the audience of its post.
  assert.deepEqual(
    (await list(bob, `data/load?get=photos&id=${ada.id}`)).map(({ post_id, width }) => [post_id, width]),
    [[post_id, 4]],
  );
  assert.deepEqual(await list(olga, 'data/load?get=photos&username=ada'), []);
  await connect(ada, 'block', olga);
  assert.deepEqual(
    (await list(ada, 'user/blocked')).map(({ user_name }) => user_name),
    ['olga'],
  );
  assert.deepEqual(await list(ada, `user/blocked?after=${nextPage(0, true).next_cursor}`), []);
  assert.equal((await plaza.api(olga, 'GET', `/apis/php/data/load?get=photos&id=${ada.id}`)).status, 404);
});

testPlaza('rejects invalid input with a message about it', async ({ ada, bob, plaza }) => {
  const rows: [Parameters<Plaza['api']>[1], string, object | undefined, number, RegExp][] = [
    ['GET', '/apis/php/data/load?get=nonsense', undefined, 400, /get must be one of newsfeed/],
    ['GET', '/apis/php/data/load?get=constructor', undefined, 400, /get must be one of/],
    ['GET', '/apis/php/data/load', undefined, 400, /get/],
    ['GET', '/apis/php/data/load?get=newsfeed&offset=-1', undefined, 400, /offset/],
    ['GET', '/apis/php/data/load?get=newsfeed&offset=x', undefined, 400, /offset/],
    ['GET', '/apis/php/data/load?get=friends&id=999999', undefined, 404, /Person not found/],
    ['POST', '/apis/php/user/connect', { do: 'marry', id: bob.id }, 400, /do must be one of follow/],
    ['POST', '/apis/php/user/connect', { do: 'follow', id: 'bob' }, 400, /id/],
    ['POST', '/apis/php/user/connect', { do: 'follow', id: 1e30 }, 400, /^id /],
    ['POST', '/apis/php/user/connect', { do: 'follow', id: ada.id }, 400, /cannot do this to yourself/],
    ['POST', '/apis/php/user/connect', { do: 'follow', id: '99999' }, 404, /Person not found/],
    ['POST', '/apis/php/posts/post', {}, 400, /Write something/],
    ['POST', '/apis/php/posts/post', { text: 'Hello', privacy: 'secret' }, 400, /privacy/],
    ['POST', '/apis/php/posts/react', { do: 'react', post_id: '1', reaction: 'meh' }, 400, /reaction/],
    ['GET', '/apis/php/posts/post/abc', undefined, 400, /id/],
  ];
  for (const [method, url, payload, status, message] of rows) {
    const { status: got, body } = await plaza.api(ada, method, url, payload);
    assert.equal(got, status, `${method} ${url}: ${body.message}`);
    assert.match(body.message, message);
  }
  assert.equal((await plaza.api(undefined, 'GET', '/apis/php/data/load?get=newsfeed')).status, 401);
});

testPlaza(
  'numbered pages read in sequence do not repeat posts when new ones arrive',
  async ({ app, plaza, ada }) => {
    const say = (n: number) => publishPost(app, ada, { text: `Post ${n}`, privacy: 'public', photos: [] });
    for (let n = 1; n <= 45; n += 1) await say(n);
    for (const [n, get] of ['newsfeed', 'discover'].entries()) {
      const idsOf = async (offset: number) => {
        const { body } = await plaza.api(ada, 'GET', `/apis/php/data/load?get=${get}&offset=${offset}`);
        return (body.data as Records).map(({ post_id }) => post_id);
      };
      const first = await idsOf(0);
      await say(46 + n);
      const others = [...(await idsOf(1)), ...(await idsOf(2))];
      assert.equal(first.length, 20, get);
      assert.deepEqual(
        others.filter((id) => first.includes(id)),
        [],
        get,
      );
      const newestFirst = [...others].sort((a, b) => Number(b) - Number(a));
      assert.deepEqual(others, newestFirst, get);
      assert.ok(others.length >= 25, get);
    }
  },
);
