import assert from 'node:assert/strict';
import { testPlaza, type Plaza } from '../../../test/ask-plaza.ts';
import type { Viewer } from '../../platform/app.ts';
import { acceptFriend, sendFriendRequest } from '../relationships/connect.ts';
import { block } from '../relationships/blocks.ts';

/** Publishes a post by its form and returns its id. */
async function write(plaza: Plaza, author: Viewer, text: string, privacy = 'public'): Promise<string> {
  const posted = await plaza.form(author, '/posts', { text, privacy });
  assert.equal(posted.status, 303, posted.text);
  assert.equal(posted.headers.location, '/');
  const { text: feed } = await plaza.page(author, '/');
  return /id="post-(\d+)"/.exec(feed)?.[1] ?? '';
}

testPlaza(
  'a post can be written, read, commented on, liked and deleted without scripts',
  async ({ ada, bob, plaza }) => {
    const id = await write(plaza, ada, 'Hello <b>all</b> #tea @bob');
    const feed = await plaza.page(ada, '/');
    assert.match(
      feed.text,
      /Hello &lt;b&gt;all&lt;\/b&gt; <a href="\/hashtag\/tea">#tea<\/a> <a href="\/@bob">@bob<\/a>/,
    );
    assert.match((await plaza.page(bob, `/@ada`)).text, new RegExp(`id="post-${id}"`));
    assert.match((await plaza.page(undefined, '/hashtag/TEA')).text, new RegExp(`id="post-${id}"`));
    assert.match((await plaza.page(undefined, '/discover')).text, new RegExp(`id="post-${id}"`));

    const commented = await plaza.form(bob, `/posts/${id}/comments`, { text: 'Well said' });
    assert.equal(commented.status, 303);
    assert.match(String(commented.headers.location), new RegExp(`^/posts/${id}#comment-\\d+$`));
    assert.equal((await plaza.form(bob, `/posts/${id}/react`, { kind: 'wow' })).status, 303);
    const page = await plaza.page(undefined, `/posts/${id}`);
    assert.match(page.text, /1 comment/);
    assert.match(page.text, /Well said/);
    assert.match(page.text, /Reactions: 1 wow/);

    assert.equal(
      (await plaza.form(ada, `/posts/${id}/edit`, { text: 'Hello again', privacy: 'public' })).status,
      303,
    );
    assert.match((await plaza.page(bob, `/posts/${id}`)).text, /Hello again/);

    assert.equal((await plaza.form(bob, `/posts/${id}/delete`)).status, 403);
    const deleted = await plaza.form(ada, `/posts/${id}/delete`);
    assert.equal(deleted.headers.location, `/posts/${id}/deleted`);
    assert.match((await plaza.page(ada, `/posts/${id}/deleted`)).text, /Undo/);
    assert.equal((await plaza.page(bob, `/posts/${id}/deleted`)).status, 404);
    assert.equal((await plaza.page(ada, `/posts/${id}`)).status, 404);
    await plaza.form(ada, `/posts/${id}/restore`);
    assert.equal((await plaza.page(undefined, `/posts/${id}`)).status, 200);
  },
);

testPlaza('a rejected form keeps the typed values and shows the errors', async ({ ada, plaza }) => {
  const empty = await plaza.form(ada, '/posts', { text: '  ', privacy: 'friends' });
  assert.equal(empty.status, 422);
  assert.match(empty.text, /Write something or add a photo/);
  assert.match(empty.text, /<option value="friends" selected/);
  const id = await write(plaza, ada, 'Once is enough');
  const again = await plaza.form(ada, '/posts', { text: 'Once is enough', privacy: 'public' });
  assert.equal(again.status, 409);
  assert.match(again.text, /You already posted this/);
  assert.match(again.text, />\s*Once is enough<\/textarea>/);
  const comment = await plaza.form(ada, `/posts/${id}/comments`, { text: ' ' });
  assert.equal(comment.status, 422);
  assert.match(comment.text, /Enter some text/);
  const edit = await plaza.form(ada, `/posts/${id}/edit`, { text: '', privacy: 'public' });
  assert.equal(edit.status, 422);
});

testPlaza('a rejected post shows the options that were open, and no others', async ({ ada, plaza }) => {
  // A browser sends each of the ten choices, most of them blank.
  const send = (typed: Record<string, string>, choices: readonly string[] = []) => {
    const blank = {
      text: ' ',
      poll_minutes: '1440',
      warning: '',
      post_price: '',
      paid_text: '',
      publish_at: '',
    };
    const all = Array.from({ length: 10 }, (_, index) => ['poll_options[]', choices[index] ?? '']);
    return plaza.form(ada, '/posts', [...Object.entries({ ...blank, ...typed }), ...all]);
  };
  const rows: [typed: Record<string, string>, choices: readonly string[], open: string[]][] = [
    [{}, [], []],
    [{}, ['Yes'], ['poll']],
    [{}, ['', '', '', '', '', 'Sixth'], ['poll']],
    [{ poll_multiple: 'on' }, [], ['poll']],
    [{ warning: 'Spiders' }, [], ['warning']],
    [{ post_price: '2.50' }, [], ['price']],
    [{ publish_at: '2020-01-01T10:00' }, [], ['schedule']],
  ];
  for (const [typed, choices, open] of rows) {
    const { status, text } = await send(typed, choices);
    assert.equal(status, 422);
    const tools = [...text.matchAll(/data-opens="(\w+)"( checked)?/g)];
    const shown = tools.filter(([, , isOpen]) => isOpen).map(([, option]) => option);
    assert.deepEqual(shown, open, JSON.stringify([typed, choices]));
  }
  const sixth = await send({}, ['', '', '', '', '', 'Sixth']);
  assert.match(sixth.text, /<details\s+open[^]*value="Sixth"/);
});

testPlaza('only the audience of a post can open its pages', async ({ ada, bob, carol, plaza, app }) => {
  await sendFriendRequest(app, ada, bob.id);
  await acceptFriend(app, bob, ada.id);
  const forFriends = await write(plaza, ada, 'For friends', 'friends');
  const forAll = await write(plaza, ada, 'For all');
  const status = async (viewer: Viewer | undefined, id: string) =>
    (await plaza.page(viewer, `/posts/${id}`)).status;
  const statuses = async (viewer: Viewer | undefined) => [
    await status(viewer, forFriends),
    await status(viewer, forAll),
  ];
  assert.deepEqual(await statuses(ada), [200, 200]);
  assert.deepEqual(await statuses(bob), [200, 200]);
  assert.deepEqual(await statuses(carol), [404, 200]);
  assert.deepEqual(await statuses(undefined), [404, 200]);
  await block(app, ada, carol.id);
  assert.deepEqual(await statuses(carol), [404, 404]);
  assert.equal((await plaza.page(carol, '/@ada')).status, 404);
  assert.equal((await plaza.page(ada, '/@carol')).status, 200);
  assert.equal((await plaza.page(ada, `/posts/${forAll}/edit`)).status, 200);
  assert.equal((await plaza.page(bob, `/posts/${forAll}/edit`)).status, 403);
  assert.equal(
    (await plaza.page(undefined, `/posts/${forAll}/edit`)).headers.location,
    `/signin?next=%2Fposts%2F${forAll}%2Fedit`,
  );
  for (const path of ['/posts/0', '/posts/abc', '/@nobody', '/@nobody/friends'])
    assert.ok([400, 404].includes((await plaza.page(ada, path)).status), path);
});

testPlaza(
  'public content has a canonical URL, Open Graph, structured data and a Markdown version',
  async ({ ada, bob, plaza }) => {
    const id = await write(plaza, ada, 'Look: https://example.org/ </script> *stars* #tea');
    await plaza.form(bob, `/posts/${id}/comments`, { text: 'Nice' });
    const { text, headers } = await plaza.page(undefined, `/posts/${id}`);
    assert.match(text, new RegExp(`<link rel="canonical" href="http://plaza.test/posts/${id}"`));
    assert.match(text, /<meta property="og:type" content="article"/);
    assert.match(String(headers.vary), /Accept/);
    const data = JSON.parse(
      /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(text)?.[1] ?? '',
    ) as Record<string, unknown>;
    assert.equal(data['@type'], 'SocialMediaPosting');
    assert.equal(data.articleBody, 'Look: https://example.org/ </script> stars #tea');
    assert.equal(data.commentCount, 1);

    const twin = await plaza.page(undefined, `/posts/${id}`, { accept: 'text/markdown' });
    assert.match(String(twin.headers['content-type']), /^text\/markdown/);
    assert.match(twin.text, /^# Ada Test \(@ada\)/);
    assert.ok(
      twin.text.includes(
        'Look: <https://example.org/> \\</script\\> *stars* [\\#tea](http://plaza.test/hashtag/tea)',
      ),
      twin.text,
    );
    assert.match(twin.text, /> Nice/);
    const browser = await plaza.page(undefined, `/posts/${id}`, { accept: 'text/html,text/markdown;q=0.5' });
    assert.match(String(browser.headers['content-type']), /^text\/html/);
    for (const path of ['/@ada', '/hashtag/tea']) {
      const { status, text } = await plaza.page(undefined, path, {
        accept: 'text/markdown, text/html;q=0.9',
      });
      assert.equal(status, 200);
      assert.match(text, /^# .*\n\n(http.*\n\n)?## Ada Test/);
    }
  },
);

testPlaza('what another app shares is in the composer', async ({ ada, plaza }) => {
  const rows: [query: string, text: string][] = [
    ['title=A+page&text=&url=https%3A%2F%2Fexample.com%2Fa', 'A page\nhttps://example.com/a'],
    ['text=See+https%3A%2F%2Fexample.com%2Fa&url=https%3A%2F%2Fexample.com%2Fa', 'See https://example.com/a'],
    ['title=Same&text=Same', 'Same'],
    ['text=%3Cb%3E', '&lt;b&gt;'],
  ];
  for (const [query, text] of rows) {
    const { text: page } = await plaza.page(ada, `/compose?${query}`);
    const written = /<textarea[^>]*name="text"[^>]*>([^<]*)</.exec(page)?.[1];
    assert.equal(written?.trim(), text, query);
  }
});
