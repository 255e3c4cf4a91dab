import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addComment } from '../comments/comments.ts';
import { block } from '../relationships/blocks.ts';
import { publishPost } from './publishing.ts';

const say = { text: 'Hello', privacy: 'public', photos: [] } as const;

testPlaza('the menu of a post is a page with what each viewer can do', async ({ ada, bob, plaza, app }) => {
  const id = await publishPost(app, ada, say);
  const menu = `/posts/${id}/menu`;
  const rows = [
    { viewer: ada, has: ['/save', '/pin', '/lock', '/edit', '/delete'], hasNot: ['/report?'] },
    {
      viewer: bob,
      has: ['/save', '/report?handle=post&amp;id='],
      hasNot: ['/pin', '/lock', '/edit', '/delete'],
    },
    {
      viewer: undefined,
      has: [`/posts/${id}`],
      hasNot: ['/save', '/report?', '/pin', '/lock', '/edit', '/delete'],
    },
  ];
  for (const { viewer, has, hasNot } of rows) {
    const { status, text } = await plaza.page(viewer, menu);
    assert.equal(status, 200);
    const list = /class="menu-list"[\s\S]*?<\/section>|class="menu-list"[\s\S]*/.exec(text)?.[0] ?? '';
    for (const part of has) assert.ok(list.includes(part), `${viewer?.username ?? 'a visitor'} has ${part}`);
    for (const part of hasNot)
      assert.ok(!list.includes(part), `${viewer?.username ?? 'a visitor'} does not have ${part}`);
    assert.doesNotMatch(list, /[{}]/, 'no value is missing');
  }
  assert.equal((await plaza.form(ada, `/posts/${id}/pin`, { do: 'pin' })).status, 303);
  assert.match((await plaza.page(ada, menu)).text, /value="unpin"/);
});

testPlaza(
  'the pages of a menu and a reaction are missing for people who were blocked',
  async ({ ada, bob, plaza, app }) => {
    const id = await publishPost(app, ada, say);
    const comment = await addComment(app, ada, id, 'First');
    const paths = [`/posts/${id}/menu`, `/posts/${id}/react`, `/comments/${comment}/menu`];
    for (const path of paths) assert.equal((await plaza.page(bob, path)).status, 200, path);
    await block(app, ada, bob.id);
    for (const path of paths) assert.equal((await plaza.page(bob, path)).status, 404, path);
    const secret = await publishPost(app, ada, { ...say, text: 'Mine', privacy: 'me' });
    for (const path of [`/posts/${secret}/menu`, `/posts/${secret}/react`])
      assert.equal((await plaza.page(bob, path)).status, 404, path);
  },
);

testPlaza('a reaction is chosen on its page without scripts', async ({ ada, bob, plaza, app }) => {
  const id = await publishPost(app, ada, say);
  const card = await plaza.page(bob, `/posts/${id}`);
  assert.match(card.text, new RegExp(`href="/posts/${id}/react"`));
  const page = await plaza.page(bob, `/posts/${id}/react`);
  assert.match(
    page.text,
    new RegExp(`<form class="reaction-picker" action="/posts/${id}/react" method="post">`),
  );
  assert.equal((await plaza.form(bob, `/posts/${id}/react`, { kind: 'wow' })).status, 303);
  assert.match(
    (await plaza.page(bob, `/posts/${id}/react`)).text,
    /value="wow" data-reaction="wow" aria-pressed="true"/,
  );
});

testPlaza(
  'the menu of a comment names what its author and the author of the post can do',
  async ({ ada, bob, plaza, app }) => {
    const id = await publishPost(app, ada, say);
    const comment = await addComment(app, bob, id, 'First');
    const menu = `/comments/${comment}/menu`;
    const own = (await plaza.page(bob, menu)).text;
    assert.match(own, new RegExp(`/comments/${comment}/edit`));
    const host = (await plaza.page(ada, menu)).text;
    assert.match(host, /Delete this comment by bob/i);
    assert.doesNotMatch(host, new RegExp(`/comments/${comment}/edit`));
    assert.equal((await plaza.page(undefined, menu)).status, 303, 'visitors sign in');
  },
);

testPlaza(
  'menus that rows share are loaded apart, with what members or visitors can do',
  async ({ ada, bob, plaza, app }) => {
    for (const text of ['One', 'Two', 'Three']) await publishPost(app, ada, { ...say, text });
    const { text } = await plaza.page(bob, '/discover');
    assert.equal(text.split('data-menu="post"').length - 1, 3);
    assert.doesNotMatch(text, /data-entry=/);
    assert.match(
      (await plaza.page(bob, '/menus/post')).text,
      /^<div class="menu-panel row-menu"[^]*data-entry="save"/,
    );
    assert.match((await plaza.page(bob, '/menus/reactions')).text, /value="wow"/);
    const { text: forVisitors } = await plaza.page(undefined, '/menus/post');
    assert.match(forVisitors, /data-entry="copy"/);
    assert.doesNotMatch(forVisitors, /data-entry="(save|report|delete)"/);
    for (const name of ['none', '__proto__', 'constructor'])
      assert.equal((await plaza.page(bob, `/menus/${name}`)).status, 404, name);
  },
);
