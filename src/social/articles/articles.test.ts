import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from '../../../test/app.ts';
import { testPlaza, type Plaza } from '../../../test/ask-plaza.ts';
import { createWorld } from '../../../test/world.ts';
import type { Viewer } from '../../platform/app.ts';
import { emptyContent } from '../posts/post.ts';
import { saveArticleDraft, getArticleDraft } from './drafts.ts';

const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#268' } })
  .png()
  .toBuffer();

async function write(plaza: Plaza, author: Viewer, fields: Record<string, string>): Promise<string> {
  const sent = await plaza.form(author, '/articles/new', { text: 'The boats come in.', ...fields });
  assert.equal(sent.status, 303, sent.text);
  return String(sent.headers.location);
}

const idOf = (path: string) => /^\/articles\/(\d+)\//.exec(path)?.[1] ?? '';

testPlaza(
  'an article can be written, found, edited and deleted without scripts',
  async ({ ada, bob, plaza, app }) => {
    const category = await app.db
      .selectFrom('social.category')
      .where('kind', '=', 'blogs')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const sent = await plaza.multipart(
      ada,
      '/articles/new',
      {
        title: 'On small harbours',
        text: '# Morning\n\nThe boats @bob #sea\n\n## Noon\n\n## Evening\n\n<script>',
        tags: 'Sea, quiet',
        category: category.id,
        coverAlt: 'A boat',
        privacy: 'public',
      },
      { name: 'boat.png', body: await picture },
    );
    assert.equal(sent.status, 303, sent.text);
    const path = String(sent.headers.location);
    assert.match(path, /^\/articles\/\d+\/on-small-harbours$/);
    const page = await plaza.page(undefined, path);
    assert.equal(page.status, 200);
    for (const part of [
      /<h1 dir="auto">On small harbours<\/h1>/,
      /<h2 id="section-morning" dir="auto">Morning<\/h2>/,
      /<a href="#section-noon">Noon<\/a>/,
      /"@type":"BlogPosting"/,
      /"wordCount":\d+/,
      /<meta property="article:tag" content="quiet"/,
      /class="article-cover"\s+src="[^"]+\.webp"[^>]* alt="A boat"/,
      /1 min read/,
      /&lt;script&gt;/,
    ])
      assert.match(page.text, part);
    const id = idOf(path);
    for (const wrong of [`/articles/${id}`, `/articles/${id}/something-else`]) {
      const moved = await plaza.page(undefined, wrong);
      assert.equal(moved.status, 301);
      assert.equal(moved.headers.location, path);
    }
    for (const list of [
      '/articles',
      `/articles?category=${category.id}`,
      '/articles?tag=SEA',
      '/articles?q=boats',
    ])
      assert.match((await plaza.page(undefined, list)).text, /On small harbours/, list);
    assert.doesNotMatch((await plaza.page(undefined, '/articles?q=mountains')).text, /On small harbours/);
    const twin = await plaza.page(undefined, path, { accept: 'text/markdown' });
    assert.match(twin.text, /^# On small harbours\n/);

    assert.equal((await plaza.page(bob, `/articles/${id}/edit`)).status, 403);
    const form = await plaza.page(ada, `/articles/${id}/edit`);
    assert.match(form.text, /value="sea, quiet"/);
    const cover = /name="cover" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    const changed = await plaza.form(ada, `/articles/${id}/edit`, {
      title: 'On harbours',
      text: 'The boats go out.',
      tags: 'quiet',
      cover,
      privacy: 'public',
    });
    assert.equal(changed.headers.location, `/articles/${id}/on-harbours`);
    const after = await plaza.page(undefined, `/articles/${id}/on-harbours`);
    assert.match(after.text, /go out/);
    assert.match(after.text, /article-cover/);
    assert.doesNotMatch((await plaza.page(undefined, '/articles?tag=sea')).text, /On harbours/);

    const { id: revision } = await app.db
      .selectFrom('social.post_revision')
      .where('post_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow();
    const button = new RegExp(`value="${revision}"`);
    assert.match((await plaza.page(ada, `/posts/${id}/history`)).text, button);
    assert.doesNotMatch((await plaza.page(bob, `/posts/${id}/history`)).text, button);
    assert.equal((await plaza.form(bob, `/articles/${id}/revisions/restore`, { revision })).status, 403);
    assert.equal((await plaza.form(ada, `/articles/${id}/revisions/restore`, { revision })).status, 303);
    assert.match((await plaza.page(undefined, path)).text, /id="section-evening"/);
    // Editing an article as a plain post would lose its details.
    const asPost = await plaza.api(ada, 'PUT', `/apis/php/posts/post/${id}`, { text: 'Short' });
    assert.equal(asPost.status, 409);
    assert.match(asPost.body.message, /articles\/article/);
    const asForm = await plaza.form(ada, `/posts/${id}/edit`, { text: 'Short' });
    assert.equal(asForm.headers.location, `/articles/${id}/edit`);
    assert.match((await plaza.page(undefined, path)).text, /id="section-evening"/);
    assert.equal((await plaza.form(ada, `/posts/${id}/delete`)).status, 303);
    assert.equal((await plaza.page(undefined, path)).status, 404);
    await plaza.form(ada, `/posts/${id}/restore`);
    assert.equal((await plaza.page(undefined, path)).status, 200);
  },
);

testPlaza('articles respect their audience everywhere', async ({ ada, bob, plaza }) => {
  const path = await write(plaza, ada, { title: 'A diary', privacy: 'me', tags: 'diary' });
  assert.equal((await plaza.page(ada, path)).status, 200);
  for (const viewer of [bob, undefined]) {
    assert.equal((await plaza.page(viewer, path)).status, 404);
    assert.equal((await plaza.page(viewer, `/articles/${idOf(path)}`)).status, 404);
    for (const list of ['/articles', '/articles?tag=diary', '/articles?q=boats'])
      assert.doesNotMatch((await plaza.page(viewer, list)).text, /A diary/);
  }
  assert.equal((await plaza.api(bob, 'GET', `/apis/php/articles/article/${idOf(path)}`)).status, 404);
  const list = await plaza.api(bob, 'GET', '/apis/php/articles');
  assert.deepEqual(list.body.data, []);
});

testPlaza('a rejected article keeps the typed text and its picture', async ({ ada, plaza }) => {
  const refused = await plaza.multipart(
    ada,
    '/articles/new',
    { title: ' ', text: 'Typed', tags: 'a b c', privacy: 'friends' },
    { name: 'boat.png', body: await picture },
  );
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Enter a title/);
  assert.match(refused.text, />\s*Typed<\/textarea>/);
  assert.match(refused.text, /name="cover" value="photos\//);
  const tags = await plaza.form(ada, '/articles/new', { title: 'T', text: 'x', tags: '???' });
  assert.match(tags.text, /“\?\?\?” is not a valid tag/);
});

testPlaza('a preview renders the text, also without scripts, and stores nothing', async ({ ada, plaza }) => {
  const shown = await plaza.form(ada, '/articles/preview', { title: 'T', text: '## Hello\n\n**you**' });
  assert.equal(shown.status, 200);
  assert.match(
    shown.text,
    /<turbo-frame id="article-preview"[^]*<h2 id="section-hello" dir="auto">Hello<\/h2>/,
  );
  assert.match(shown.text, />\s*## Hello\s+\*\*you\*\*<\/textarea>/);
  assert.doesNotMatch((await plaza.page(ada, '/articles')).text, /Hello/);
});

testPlaza('saves drafts without overwriting changes from another tab', async ({ ada, bob, plaza, app }) => {
  const draft = '/apis/php/articles/draft';
  const first = await plaza.api(ada, 'POST', draft, { title: 'Begun', text: 'One' });
  const { draft_id, saved } = first.body.data as { draft_id: string; saved: string };
  app.clock.turn(5000);
  const second = await plaza.api(ada, 'POST', draft, { draft_id, base: saved, title: 'Begun', text: 'Two' });
  assert.equal(second.status, 200);
  const stale = await plaza.api(ada, 'POST', draft, { draft_id, base: saved, title: 'Begun', text: 'Three' });
  assert.equal(stale.status, 409);
  const page = await plaza.page(ada, `/articles/new?draft=${draft_id}`);
  assert.match(page.text, />\s*Two<\/textarea>/);
  assert.equal((await plaza.page(bob, `/articles/new?draft=${draft_id}`)).status, 404);
  assert.match((await plaza.page(ada, '/drafts')).text, /Begun/);
  const path = await write(plaza, ada, { title: 'Begun', draft_id, base: '' });
  assert.doesNotMatch((await plaza.page(ada, '/drafts')).text, /Begun/);
  const id = idOf(path);
  const change = { post_id: id, draft_id: '', title: 'Begun', text: 'Changed, not published' };
  assert.equal((await plaza.form(ada, '/articles/drafts', change)).status, 303);
  assert.match(
    (await plaza.page(ada, `/articles/${id}/edit`)).text,
    />\s*Changed, not published<\/textarea>/,
  );
  assert.doesNotMatch((await plaza.page(undefined, path)).text, /not published/);
  assert.equal((await plaza.form(bob, '/articles/drafts', change)).status, 403);
});

test('bases the next change to a draft on its saved version', async (app) => {
  const { ada } = await createWorld(app);
  const clock = {
    now: () => {
      app.clock.turn(1);
      return app.clock.now();
    },
  };
  const first = await saveArticleDraft({ ...app, clock }, ada, {}, { ...emptyContent, text: 'One' });
  const base = first.savedAt.toISOString();
  await saveArticleDraft({ ...app, clock }, ada, { id: first.id, base }, { ...emptyContent, text: 'Two' });
  const { article } = await getArticleDraft(app, ada, first.id);
  assert.equal(article.text, 'Two');
  await assert.rejects(saveArticleDraft(app, ada, { id: '999' }, emptyContent), { kind: 'missing' });
});

testPlaza(
  'articles can be managed through the API, with the author’s own pictures',
  async ({ ada, bob, plaza }) => {
    const sent = { name: 'a.png', body: await picture };
    const { body: uploaded } = await plaza.upload(ada, '/apis/php/data/upload', { type: 'photos' }, sent);
    const path = String(uploaded.data);
    const content = { title: 'By hand', text: `![A boat](${path})`, tags: 'x', cover: path };
    const created = await plaza.api(ada, 'POST', '/apis/php/articles/article', content);
    assert.equal(created.status, 200, created.body.message);
    const record = created.body.data as Record<string, unknown> & { post_id: string };
    assert.match(String(record.text), /\]\(\/content\/uploads\/photos\/.*#900x600\)/);
    assert.match(String(record.text_html), /width="900" height="600"/);
    assert.equal(record.privacy, 'public');
    const one = `/apis/php/articles/article/${record.post_id}`;
    const changed = await plaza.api(ada, 'PUT', one, { title: 'By hand again' });
    assert.deepEqual((changed.body.data as { tags: string[] }).tags, ['x']);
    assert.equal((await plaza.api(bob, 'PUT', one, { title: 'Mine' })).status, 403);
    const stolen = await plaza.api(bob, 'POST', '/apis/php/articles/article', { ...content, text: 'x' });
    assert.equal(stolen.status, 400);
    const preview = await plaza.api(ada, 'POST', '/apis/php/articles/preview', { text: '*hi*' });
    assert.match(JSON.stringify(preview.body.data), /<em>hi<\/em>/);
    assert.equal((await plaza.api(bob, 'DELETE', one)).status, 403);
    assert.equal((await plaza.api(ada, 'DELETE', one)).status, 200);
    assert.equal((await plaza.api(ada, 'GET', one)).status, 404);
  },
);
