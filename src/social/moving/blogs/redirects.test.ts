import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { importAll, uploadArchive } from '../../../../test/moving/imports.ts';
import { zip } from '../../../../test/peers/mastodon-archive.ts';
import { runImport } from '../run-import.ts';

testPlaza('the addresses of a blog that an operator imported redirect to its articles', async (world) => {
  const { app, plaza, ada } = world;
  const idOf = async (title: string) =>
    (await app.db.selectFrom('social.post').where('title', '=', title).select('id').executeTakeFirst())?.id;
  const expectMoved = async (moved: readonly (readonly [string, string | undefined])[]) => {
    for (const [old, title] of moved) {
      const { statusCode, headers } = await plaza.inject({ url: old });
      const path = /^\/articles\/\d+/.exec(String(headers.location))?.[0];
      const expected = title === undefined ? [404, undefined] : [301, `/articles/${await idOf(title)}`];
      assert.deepEqual([statusCode, path], expected, old);
    }
  };
  const word = (title: string, link: string) => `<item><title>${title}</title><link>${link}</link>
    <content:encoded><![CDATA[<p>${title}</p>]]></content:encoded><wp:post_id>12</wp:post_id>
    <wp:post_date_gmt>2021-01-01 08:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`;
  const blog = (base: string, title: string, path: string) =>
    Buffer.from(`<rss><channel><title>Bread</title><link>${base}</link><wp:wxr_version>1.2</wp:wxr_version>
      <wp:base_blog_url>${base}</wp:base_blog_url>${word(title, base + path)}</channel></rss>`);
  const post = { id: '1', title: 'Ghostly', slug: 'ghostly', html: '<p>Boo</p>', status: 'published' };
  const settings = [{ key: 'url', value: 'https://ghost.example/' }];
  const site = Buffer.from(JSON.stringify({ db: [{ data: { posts: [post], settings } }] }));
  const letters = zip({
    'posts.csv': Buffer.from(
      'post_id,post_date,is_published,type,audience,title\n7.first-loaf,2023-01-01T00:00:00.000Z,true,newsletter,everyone,Stacked\n',
    ),
    'posts/7.first-loaf.html': Buffer.from('<p>Hello</p>'),
  });
  // Of a member, nothing redirects, whatever site their archive claims to be of.
  for (const own of [
    blog('https://member.example', 'Of Ada', '/2020/01/of-ada/'),
    blog('https://blog.example', 'Claimed', '/2024/06/claimed/').toString().replace('id>12<', 'id>13<'),
  ]) {
    const { id } = await uploadArchive(world, Buffer.from(own), { name: 'member.xml', by: ada });
    assert.equal((await plaza.api(ada, 'POST', '/apis/php/imports/start', { id })).status, 200);
    await runImport(app, { id });
  }
  await expectMoved([['/2020/01/of-ada/', undefined]]);
  for (const [name, body] of [
    ['bread.xml', blog('https://blog.example', 'Рожь', '/2024/05/%d1%80%d0%be%d0%b6%d1%8c/')],
    ['folder.xml', blog('https://rolls.example/news', 'Rolls', '/rolls/')],
    ['bread.ghost.json', site],
    ['export.zip', letters],
  ] as const) {
    const { state, problem } = await importAll(world, await uploadArchive(world, body, { name }));
    assert.equal(state, 'finished', `${name}: ${problem}`);
  }
  // Old homes are remembered for half a minute.
  app.clock.turn(31_000);
  await expectMoved([
    ['/2024/05/%d1%80%d0%be%d0%b6%d1%8c/', 'Рожь'],
    ['/2024/05/%D1%80%D0%BE%D0%B6%D1%8C', 'Рожь'],
    ['/2024/05/%d1%80%d0%be%d0%b6%d1%8c/?utm_source=mail', 'Рожь'],
    ['/?p=12', 'Рожь'],
    ['/news/rolls/', 'Rolls'],
    ['/rolls/', undefined],
    ['/ghostly/', 'Ghostly'],
    ['/ghostly', 'Ghostly'],
    ['/p/first-loaf', 'Stacked'],
    ['/p/first-loaf/', 'Stacked'],
    ['/p/first-loaf?r=abc', 'Stacked'],
    ['/p/other', undefined],
    ['/2024/05/rye/', undefined],
    ['/2024/06/claimed/', undefined],
  ]);
  await app.db
    .updateTable('social.post')
    .set({ deleted_at: app.clock.now() })
    .where('title', '=', 'Ghostly')
    .execute();
  await expectMoved([['/ghostly/', undefined]]);
});
