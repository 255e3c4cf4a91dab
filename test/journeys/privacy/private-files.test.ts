// Files of what is not public are for those who can see it, by every way of asking.
import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../ask-plaza.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { deletePost } from '../../../src/social/posts/deleting.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { writeTerm } from '../../../src/social/glossary/terms.ts';
import { saveStaticPage } from '../../../src/social/static-pages/static-pages.ts';
import { removeUnused } from '../../../src/social/uploads/remove-unused.ts';
import { sendFriendRequest } from '../../../src/social/relationships/connect.ts';
import { publish, upload } from './photos.ts';

/** The status for each person, and for nobody. */
async function statuses({ plaza, ...world }: World, path: string, query = '') {
  const found = { ada: 0, bob: 0, carol: 0, olga: 0 };
  for (const size of [path, path.replace('.webp', '-small.webp')])
    for (const name of ['ada', 'bob', 'carol', 'olga'] as const)
      found[name] = (await plaza.page(world[name], `/content/uploads/${size}`)).status;
  const answer = await plaza.inject({ method: 'GET', url: `/content/uploads/${path}${query}` });
  return { ...found, nobody: answer.statusCode, cache: answer.headers['cache-control'] };
}

testPlaza('a photo is seen by those who see its post, until it is deleted or made private', async (world) => {
  const { app, ada, bob } = world;
  for (const [from, to] of [
    [ada, bob],
    [bob, ada],
  ] as const)
    await sendFriendRequest(app, from, to.id);
  const own = await upload(world, ada);
  const unused = await statuses(world, own);
  assert.deepEqual([unused.nobody, unused.cache], [200, 'private, no-cache'], 'apps show what they uploaded');
  app.clock.turn(2 * 3_600_000);
  const later = await statuses(world, own);
  assert.deepEqual([later.ada, later.bob, later.nobody], [200, 404, 404], 'nothing has it');
  const friends = await upload(world, ada);
  await publish(world, ada, friends, 'friends');
  const seen = await statuses(world, friends);
  assert.deepEqual(seen, {
    ada: 200,
    bob: 200,
    carol: 404,
    olga: 200,
    nobody: 404,
    cache: 'private, no-cache',
  });
  const open = await upload(world, ada);
  const post = await publish(world, ada, open, 'public');
  const everyone = await statuses(world, open);
  assert.deepEqual([everyone.carol, everyone.nobody], [200, 200]);
  assert.match(String(everyone.cache), /^public, max-age=300/);
  await deletePost(app, ada, post);
  const gone = await statuses(world, open);
  assert.deepEqual([gone.bob, gone.carol, gone.nobody], [404, 404, 404]);
});

testPlaza('a photo in a message is seen by those in the conversation', async (world) => {
  const { app, ada, bob, plaza } = world;
  const path = await upload(world, ada);
  const sent = await sendMessage(app, ada, {
    recipients: [bob.id],
    text: '',
    files: [{ path, kinds: ['photos'], field: 'photo' }],
  });
  assert.ok(sent);
  const seen = await statuses(world, path);
  assert.deepEqual(seen, {
    ada: 200,
    bob: 200,
    carol: 404,
    olga: 200,
    nobody: 404,
    cache: 'private, no-cache',
  });

  // Apps load pictures without credentials, by the address of the record.
  const read = await plaza.api(ada, 'GET', `/apis/php/chat/messages?user_id=${bob.id}`);
  const [message] = (read.body.data as { messages: { image: string }[] }).messages;
  const address = new URL(String(message?.image), `${app.config.plazaUrl}/content/uploads/`);
  assert.match(address.pathname, /\/photos\/[^?]+\.webp$/);
  const load = async (path: string) => {
    const { statusCode, headers } = await plaza.inject({ method: 'GET', url: path });
    return [statusCode, headers['cache-control']];
  };
  assert.deepEqual(await load(address.pathname), [200, 'private, no-cache']);
  const [, viewer = '', day = ''] = /\.(\d+)-(\d{5})\./.exec(address.pathname) ?? [];
  assert.equal(viewer, ada.id);
  const other = await upload(world, ada, '#963');
  const signature = address.pathname.slice(address.pathname.indexOf(`.${viewer}-`));
  for (const wrong of [
    `/content/uploads/${path}`,
    address.pathname.replace(`-${day}.`, '-99999.'),
    address.pathname.replace(`.${viewer}-`, `.${bob.id}-`),
    address.pathname.replace(/.\.webp$/, '.webp'),
    `/content/uploads/${other.replace('.webp', signature)}`,
  ])
    assert.deepEqual((await load(wrong))[0], 404, wrong);
  // The address works where apps send it back.
  const again = await plaza.api(ada, 'POST', '/apis/php/data/delete', { src: address.href });
  assert.equal(again.status, 409, JSON.stringify(again.body));
  app.clock.turn(3 * 86_400_000);
  assert.deepEqual((await load(address.pathname))[0], 404, 'the address has expired');
});

/** Publishes an article with the picture in its text, and returns its id. */
async function publishArticle(world: World, path: string, more: object = {}): Promise<string> {
  const article = { title: 'With a picture', text: `Look:\n\n![a](/content/uploads/${path})`, ...more };
  const { body } = await world.plaza.api(world.ada, 'POST', '/apis/php/articles/article', article);
  assert.ok(body.data, body.message);
  return (body.data as { id: string }).id;
}

const seenByFriends = { ada: 200, bob: 200, carol: 404, olga: 200, nobody: 404, cache: 'private, no-cache' };
const seenByOwner = { ...seenByFriends, bob: 404 };

testPlaza('a picture in the text of an article is seen by those who see the article', async (world) => {
  const { app, ada, bob, plaza } = world;
  await sendFriendRequest(app, ada, bob.id);
  await sendFriendRequest(app, bob, ada.id);
  const path = await upload(world, ada);
  const id = await publishArticle(world, path, { privacy: 'friends' });
  app.clock.turn(2 * 3_600_000);
  assert.deepEqual(await statuses(world, path), seenByFriends);

  const { body } = await plaza.api(bob, 'GET', `/apis/php/articles/article/${id}`);
  const { text_html: shown } = body.data as { text_html: string };
  const [address = ''] = /http[^" ]+\.webp/.exec(shown) ?? [];
  const signed = await plaza.inject({ method: 'GET', url: new URL(address).pathname });
  assert.deepEqual([signed.statusCode, signed.headers['cache-control']], [200, 'private, no-cache']);

  const change = (fields: object) => plaza.api(ada, 'PUT', `/apis/php/articles/article/${id}`, fields);
  // What apps show is what they send back.
  const text = `Look:\n\n![a](${address})`;
  assert.equal((await change({ text, privacy: 'public' })).status, 200);
  const open = await statuses(world, path);
  assert.deepEqual([open.carol, open.nobody], [200, 200]);
  assert.match(String(open.cache), /^public, max-age=300/);
  await change({ privacy: 'me' });
  assert.deepEqual(await statuses(world, path), seenByOwner);
  await change({ privacy: 'public' });
  await app.db.updateTable('social.post').set({ held_at: app.clock.now() }).where('id', '=', id).execute();
  assert.deepEqual(await statuses(world, path), seenByOwner, 'held');
  await app.db.updateTable('social.post').set({ held_at: null }).where('id', '=', id).execute();
  assert.equal((await statuses(world, path)).nobody, 200, 'approved');
  await deletePost(app, ada, id);
  assert.deepEqual(await statuses(world, path), seenByOwner, 'deleted');
});

testPlaza('a picture that was removed before a text became public stays private', async (world) => {
  const { app, ada, plaza } = world;
  const path = await upload(world, ada);
  const id = await publishArticle(world, path, { privacy: 'friends' });
  await plaza.api(ada, 'PUT', `/apis/php/articles/article/${id}`, {
    text: 'Nothing to see',
    privacy: 'public',
  });
  app.clock.turn(2 * 3_600_000);
  assert.deepEqual(await statuses(world, path), seenByOwner);
});

testPlaza('nobody can publish the private picture of someone else', async (world) => {
  const { app, ada, bob, plaza } = world;
  const path = await upload(world, ada);
  await publishArticle(world, path, { privacy: 'me' });
  app.clock.turn(2 * 3_600_000);
  for (const privacy of ['public', 'friends']) {
    const text = `For ${privacy}: ![a](/content/uploads/${path})`;
    const { body } = await plaza.api(bob, 'POST', '/apis/php/articles/article', {
      title: 'Mine',
      text,
      privacy,
    });
    assert.ok(body.data, body.message);
    const { text_html } = body.data as { text_html: string };
    assert.ok(!/-\d{5}\./.test(text_html), 'its address is not signed');
  }
  assert.deepEqual(await statuses(world, path), seenByOwner);
});

testPlaza('a picture in a draft is its author’s', async (world) => {
  const { app, ada, plaza } = world;
  const path = await upload(world, ada);
  const draft = { title: 'Not yet', text: `![a](/content/uploads/${path})` };
  const saved = await plaza.api(ada, 'POST', '/apis/php/articles/draft', draft);
  assert.equal(saved.status, 200, saved.body.message);
  app.clock.turn(2 * 3_600_000);
  assert.deepEqual(await statuses(world, path), seenByOwner);
});

testPlaza('a picture in a forum post is seen by those who see the forum post', async (world) => {
  const { app, ada } = world;
  const path = await upload(world, ada);
  const post = await publishPost(app, ada, {
    kind: 'question',
    title: 'What is this picture?',
    text: `![a](/content/uploads/${path})`,
    privacy: 'public',
    photos: [],
  });
  app.clock.turn(2 * 3_600_000);
  assert.equal((await statuses(world, path)).nobody, 200);
  await deletePost(app, ada, post);
  assert.deepEqual(await statuses(world, path), seenByOwner);
});

testPlaza(
  'a picture in the teaser is for everyone, one in the paid text for those who pay',
  async (world) => {
    const { app, ada } = world;
    const [teaser, paid] = [await upload(world, ada), await upload(world, ada, '#fff')];
    await publishPost(app, ada, {
      kind: 'article',
      title: 'A paid article',
      text: `Pay for ![a](/content/uploads/${paid})`,
      privacy: 'public',
      photos: [],
      paywall: { teaser: `See ![a](/content/uploads/${teaser})`, isForMembers: false, price: '5.00' },
    });
    app.clock.turn(2 * 3_600_000);
    assert.equal((await statuses(world, teaser)).nobody, 200);
    assert.deepEqual(await statuses(world, paid), seenByOwner);
  },
);

testPlaza('pictures in pages of the site and the glossary are kept, and for everyone', async (world) => {
  const { app, ada, olga } = world;
  const shown = await upload(world, olga);
  const [mine, theirs] = [await upload(world, ada, '#123'), await upload(world, olga, '#321')];
  const page = { slug: 'rules', language: 'en', title: 'Rules', position: 1, inFooter: true };
  await saveStaticPage(app, olga, { ...page, body: `![a](/content/uploads/${shown})` });
  const definition = `![a](/content/uploads/${mine}) ![b](/content/uploads/${theirs})`;
  const content = { name: 'Picture', aliases: [], definition, seeAlso: [], sets: [] };
  const term = await writeTerm(app, { content, editorId: ada.id });
  app.clock.turn(2 * 86_400_000);
  await removeUnused(app);
  const all = await Promise.all(
    [shown, mine, theirs].map(async (path) => (await statuses(world, path)).nobody),
  );
  assert.deepEqual(all, [200, 200, 404], 'nobody publishes the picture of someone else');
  await app.db
    .updateTable('social.term')
    .set({ deleted_at: app.clock.now() })
    .where('id', '=', term)
    .execute();
  assert.equal((await statuses(world, mine)).nobody, 404);
});
