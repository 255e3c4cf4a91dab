import assert from 'node:assert/strict';
import { testPlaza } from '../../test/ask-plaza.ts';
import { addPerson } from '../../test/world.ts';
import { confirmAddress } from '../identity/activation/activation.ts';

testPlaza('hides accounts that are not activated from all but themselves and the team', async (world) => {
  const { app, plaza, ada, olga } = world;
  const { id } = await addPerson(app, 'zebulon');
  await app.db.updateTable('identity.account').set({ activated_at: null }).where('id', '=', id).execute();
  const zebulon = { ...(await addPerson(app, 'unused')), id, username: 'zebulon', isActivated: false };
  for (const path of ['/@zebulon', '/@zebulon/card', '/@zebulon.json', '/@zebulon.md', '/@zebulon/feed.xml'])
    for (const viewer of [undefined, ada])
      assert.ok((await plaza.page(viewer, path)).status >= 400, `${path} for ${viewer?.username}`);
  for (const viewer of [olga, zebulon])
    assert.equal((await plaza.page(viewer, '/@zebulon')).status, 200, viewer.username);

  const finds = async (text: Promise<{ text: string }>) => (await text).text.includes('@zebulon');
  const lists = [
    '/search?q=zebulon',
    '/search?q=zebulon&tab=people',
    '/search/suggest?q=zebu',
    '/people',
    '/people?q=zebulon',
    '/sitemaps/people-0.xml',
  ];
  const found = async () => {
    const pages = [];
    for (const path of lists) if (await finds(plaza.page(ada, path))) pages.push(path);
    for (const path of ['/apis/php/search?query=zebulon', `/apis/php/user/profile?user_id=${id}`]) {
      const { body } = await plaza.api(ada, 'GET', path);
      if (JSON.stringify(body).includes('"zebulon"')) pages.push(path);
    }
    return pages;
  };
  assert.deepEqual(await found(), []);
  for (const [path, form] of [
    ['/settings/profile', { first_name: 'Buy', last_name: 'This', biography: 'Spam' }],
    ['/settings/username', { username: 'other' }],
    ['/welcome/about', { biography: 'Spam' }],
  ] as const)
    assert.equal((await plaza.form(zebulon, path, form)).status, 403, path);
  assert.notEqual((await plaza.form(zebulon, '/settings/language', { language: 'de' })).status, 403);

  await confirmAddress(app, id);
  await app.db
    .updateTable('identity.account')
    .set({ activated_at: app.clock.now() })
    .where('id', '=', id)
    .execute();
  assert.ok((await found()).length >= 5, (await found()).join());
  assert.equal((await plaza.page(ada, '/@zebulon')).status, 200);
});
