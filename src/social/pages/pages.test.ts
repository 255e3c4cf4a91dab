import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { connect } from '../relationships/connect.ts';

const form = {
  title: 'The Bakery',
  username: 'bakery',
  about: 'Bread from *six*',
  website: 'bakery.example',
};

testPlaza(
  'a page can be created, liked, posted to, renamed, deleted and restored without scripts',
  async (world) => {
    const { app, plaza, ada, bob } = world;
    assert.match((await plaza.page(undefined, '/pages')).text, /No pages yet/);
    assert.match((await plaza.page(ada, '/pages/new')).text, /Create page/);
    const refusals: [Record<string, string>, RegExp][] = [
      [{ ...form, title: ' ' }, /Enter a name/],
      [
        { ...form, username: 'a b' },
        /Username may contain letters and digits, with dots and underscores between them/,
      ],
      [{ ...form, username: 'new' }, /reserved/],
      [{ ...form, category: '999999' }, /Choose a category/],
      [{ ...form, website: 'javascript:alert(1)' }, /Enter a URL that starts with https:\/\//],
    ];
    for (const [fields, message] of refusals) {
      const { status, text } = await plaza.form(ada, '/pages/new', fields);
      assert.equal(status, 422);
      assert.match(text, message);
    }
    const created = await plaza.form(ada, '/pages/new', form);
    assert.deepEqual([created.status, created.headers.location], [303, '/pages/bakery'], created.text);
    assert.equal((await plaza.form(bob, '/pages/new', { ...form, username: 'BAKERY' })).status, 409);

    const said = await plaza.form(ada, '/pages/bakery/posts', { text: 'Rye is back' });
    assert.equal(said.headers.location, '/pages/bakery', said.text);
    assert.equal((await plaza.form(bob, '/pages/bakery/posts', { text: 'Free bread' })).status, 403);
    assert.equal((await plaza.form(ada, '/pages/bakery/posts', { text: ' ' })).status, 422);
    await plaza.form(bob, '/pages/bakery/like', { do: 'like' });
    await plaza.form(bob, '/pages/bakery/like', { do: 'like' });
    const open = await plaza.page(undefined, '/pages/bakery');
    for (const shown of [
      /Rye is back/,
      /<b>1<\/b>\s+person likes/,
      /"@type":"Organization"/,
      /\/feeds\/pages\/bakery\/rss/,
    ])
      assert.match(open.text, shown);
    assert.doesNotMatch(open.text, /Ada Test|@ada/, 'the page is the author, not the person');
    assert.match((await plaza.page(bob, '/')).text, /Rye is back/);
    assert.match((await plaza.page(bob, '/pages?list=liked')).text, /The Bakery/);
    const twin = await plaza.page(undefined, '/pages/bakery', { accept: 'text/markdown' });
    assert.match(twin.text, /^# The Bakery\n\nhttp.*\/pages\/bakery\n/);
    assert.match(twin.text, /## The Bakery, /);
    assert.match(
      (await plaza.page(undefined, '/pages/bakery/about')).text,
      /href="https:\/\/bakery.example\/"/,
    );

    const second = await plaza.form(ada, '/pages/bakery/posts', { text: 'Closed on Monday' });
    assert.equal(second.status, 303);
    const { id: first } = await app.db
      .selectFrom('social.post')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    assert.equal((await plaza.form(bob, '/pages/bakery/pin', { do: 'pin', post_id: first })).status, 403);
    assert.equal((await plaza.form(ada, '/pages/bakery/pin', { do: 'pin', post_id: first })).status, 303);
    const pinned = (await plaza.page(undefined, '/pages/bakery')).text;
    assert.ok(pinned.indexOf('Rye is back') < pinned.indexOf('Closed on Monday'));
    assert.equal(pinned.match(/Rye is back/g)?.length, open.text.match(/Rye is back/g)?.length);

    assert.equal((await plaza.form(bob, '/pages/bakery/edit', { ...form, title: 'Mine' })).status, 403);
    await plaza.form(ada, '/pages/bakery/edit', { ...form, username: 'Ryehouse' });
    assert.equal(
      (await plaza.page(undefined, '/pages/Bakery/about')).headers.location,
      '/pages/Ryehouse/about',
    );
    assert.equal((await plaza.page(undefined, '/pages/ryehouse')).headers.location, '/pages/Ryehouse');
    assert.equal(
      (await plaza.form(bob, '/pages/new', form)).status,
      409,
      'a name that redirects to a page is taken',
    );

    assert.equal((await plaza.form(bob, '/pages/Ryehouse/delete')).status, 403);
    await plaza.form(ada, '/pages/Ryehouse/delete');
    assert.equal((await plaza.page(undefined, '/pages/Ryehouse')).status, 404);
    assert.equal((await plaza.page(undefined, `/posts/${first}`)).status, 404);
    const id = /name="id" value="(\d+)"/.exec((await plaza.page(ada, '/pages?list=mine')).text)?.[1] ?? '';
    assert.equal((await plaza.form(bob, '/pages/restore', { id })).status, 404);
    assert.equal((await plaza.form(ada, '/pages/restore', { id })).headers.location, '/pages/Ryehouse');
    assert.match((await plaza.page(undefined, '/pages/Ryehouse')).text, /Closed on Monday/);
  },
);

testPlaza('the team, invitations, pictures and verification requests work by form', async (world) => {
  const { app, plaza, olga, ada, bob, carol } = world;
  await plaza.form(ada, '/pages/new', form);
  assert.equal((await plaza.page(bob, '/pages/bakery/team')).status, 403);
  assert.match(
    (await plaza.form(ada, '/pages/bakery/team', { do: 'add', username: 'nobody' })).text,
    /No account has this username/,
  );
  await plaza.form(ada, '/pages/bakery/team', { do: 'add', username: '@bob', role: 'moderator' });
  assert.match((await plaza.page(bob, '/notifications')).text, /added you to the team of The Bakery/);
  assert.match((await plaza.page(bob, '/pages/bakery/team')).text, /Moderator/);
  assert.equal((await plaza.page(bob, '/pages/bakery/edit')).status, 403);
  await plaza.form(bob, '/pages/bakery/team', { do: 'leave' });
  assert.equal((await plaza.page(bob, '/pages/bakery/team')).status, 403);

  await connect(app, ada, 'friend-add', carol.id);
  await connect(app, carol, 'friend-accept', ada.id);
  assert.match((await plaza.page(ada, '/pages/bakery/invite')).text, /Invite Carol Test/);
  assert.equal((await plaza.form(ada, '/pages/bakery/invite', { user_id: bob.id })).status, 403);
  for (let twice = 0; twice < 2; twice += 1)
    await plaza.form(ada, '/pages/bakery/invite', { user_id: carol.id });
  assert.match((await plaza.page(carol, '/notifications')).text, /invited you to like The Bakery/);
  assert.match((await plaza.page(carol, '/pages?list=invited')).text, /The Bakery/);
  assert.match((await plaza.page(carol, '/pages/bakery')).text, /A friend invited you to like this page/);
  await plaza.form(carol, '/pages/bakery/invitation', { do: 'decline' });
  assert.doesNotMatch((await plaza.page(carol, '/pages?list=invited')).text, /The Bakery/);
  assert.doesNotMatch(
    (await plaza.page(ada, '/pages/bakery/invite')).text,
    /Carol/,
    'nobody is invited twice',
  );
  assert.equal((await plaza.form(carol, '/pages/bakery/invitation', { do: 'decline' })).status, 404);

  const body = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  const file = { name: 'sign.jpg', body };
  const saved = await plaza.multipart(ada, '/pages/bakery/picture', { handle: 'picture' }, file);
  assert.equal(saved.headers.location, '/pages/bakery/edit', saved.text);
  assert.equal((await plaza.multipart(bob, '/pages/bakery/picture', { handle: 'cover' }, file)).status, 403);
  const empty = await plaza.multipart(ada, '/pages/bakery/picture', { handle: 'cover' });
  assert.match(empty.text, /Choose a picture/);
  const read = () =>
    app.db.selectFrom('social.page').select(['picture', 'cover', 'verified_at']).executeTakeFirstOrThrow();
  const { picture } = await read();
  const { width } = await sharp(await buffer((await app.files.read(picture!))!.stream)).metadata();
  assert.equal(width, 400);
  await plaza.form(ada, '/pages/bakery/picture/remove', { handle: 'picture' });
  assert.equal((await read()).picture, null);

  assert.match(
    (await plaza.form(ada, '/pages/bakery/verification', { note: ' ' })).text,
    /Explain how we can verify this page/,
  );
  await plaza.form(ada, '/pages/bakery/verification', { note: 'Our website links here' });
  assert.equal((await plaza.form(ada, '/pages/bakery/verification', { note: 'Hello?' })).status, 409);
  assert.equal((await plaza.page(ada, '/operator/member-pages')).status, 403);
  const asked = await plaza.page(olga, '/operator/member-pages?q=bake');
  assert.match(asked.text, /Our website links here/);
  const id = /name="id" value="(\d+)"/.exec(asked.text)?.[1] ?? '';
  await plaza.form(olga, '/operator/member-pages', { id, do: 'decline', reason: 'It does not' });
  assert.match((await plaza.page(ada, '/pages/bakery/edit')).text, /It does not/);
  await plaza.form(olga, '/operator/member-pages', { id, do: 'verify' });
  assert.ok((await read()).verified_at);
  const bare = await plaza.form(olga, '/operator/member-pages', { id, do: 'suspend', part: 'found' });
  assert.equal(bare.status, 422);
  await plaza.form(olga, '/operator/member-pages', { id, do: 'suspend', reason: 'It sells nothing' });
  assert.equal((await plaza.page(bob, '/pages/bakery')).status, 404);
  assert.equal((await plaza.page(undefined, '/feeds/pages/bakery/json')).status, 404);
  assert.match((await plaza.page(ada, '/pages/bakery')).text, /It sells nothing/);
  assert.equal((await plaza.form(ada, '/pages/bakery/posts', { text: 'Help' })).status, 403);
  assert.equal((await plaza.form(bob, '/pages/bakery/like', { do: 'like' })).status, 404);
  await plaza.form(olga, '/operator/member-pages', { id, do: 'unsuspend' });
  assert.equal((await plaza.page(bob, '/pages/bakery')).status, 200);
  const trail = await app.db.selectFrom('identity.audit').select('action').orderBy('id').execute();
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['page.decline_verification', 'page.verify', 'page.suspend', 'page.reinstate'],
  );
});
