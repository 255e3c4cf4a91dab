import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { publishPost } from '../posts/publishing.ts';
import { addFolder, listFolders, savePost } from './saved.ts';

testPlaza('saved posts are sorted into folders by pages and by the API', async ({ app, plaza, ada, bob }) => {
  const say = (text: string) => publishPost(app, bob, { text, privacy: 'public', photos: [] });
  const [bread, soup] = [await say('Rye bread'), await say('Leek soup')];
  for (const id of [bread, soup]) await savePost(app, ada, id);
  const path = '/apis/php/posts/saved';
  const texts = async (query = '') =>
    ((await plaza.api(ada, 'GET', `${path}${query}`)).body.data as { text: string }[]).map(
      ({ text }) => text,
    );

  const added = await plaza.form(ada, '/saved/folders/new', { title: ' Baking ', post: bread });
  const [, id = ''] = /^\/saved\?folder=(\d+)$/.exec(String(added.headers.location)) ?? [];
  assert.match((await plaza.form(ada, '/saved/folders/new', { title: '' })).text, /Enter a title/);
  assert.deepEqual(await texts(`?folder_id=${id}`), ['Rye bread']);
  assert.equal((await texts()).length, 2);
  const page = (await plaza.page(ada, `/saved?folder=${id}`)).text;
  assert.match(page, /Baking[^]*Rye bread/);
  assert.doesNotMatch(page, /Leek soup/);
  for (const url of [`/saved?folder=${id}`, `/saved/folders/${id}`])
    assert.equal((await plaza.page(bob, url)).status, 404, 'nobody else sees it');
  assert.equal((await plaza.api(bob, 'POST', `${path}/move`, { id: soup, folder_id: id })).status, 404);

  assert.match((await plaza.page(ada, `/posts/${soup}/folder`)).text, /Baking/);
  await plaza.form(ada, `/posts/${soup}/folder`, { folder: id });
  assert.equal((await texts(`?folder_id=${id}`)).length, 2);
  await plaza.api(ada, 'POST', `${path}/move`, { id: bread, folder_id: '' });
  assert.deepEqual(await texts(`?folder_id=${id}`), ['Leek soup']);
  const other = await plaza.api(ada, 'POST', `${path}/folders`, { title: 'Other' });
  const { id: otherId } = other.body.data as { id: string };
  const moved = await plaza.api(ada, 'POST', `${path}/move`, { id: await say('New'), folder_id: otherId });
  assert.equal((moved.body.data as { i_save: boolean }).i_save, true, 'it is saved as well');
  await plaza.form(ada, `/saved/folders/${id}`, { title: 'Soups' });
  const renamed = await plaza.api(ada, 'POST', `${path}/folders/update`, { id: otherId, title: 'News' });
  assert.deepEqual(renamed.body.data, { id: otherId, title: 'News', posts: 1 });
  assert.equal((await plaza.api(bob, 'POST', `${path}/folders/delete`, { id })).status, 404);
  await plaza.form(ada, `/saved/folders/${id}/delete`, {});
  assert.match((await plaza.page(ada, `/saved?deleted=${id}`)).text, /Folder deleted[^]*Undo/);
  assert.equal((await plaza.page(ada, `/saved?folder=${id}`)).status, 404);
  assert.equal((await plaza.form(bob, `/saved/folders/${id}/restore`, {})).status, 404);
  await plaza.form(ada, `/saved/folders/${id}/restore`, {});
  assert.deepEqual(await texts(`?folder_id=${id}`), ['Leek soup'], 'it has its posts again');
  await plaza.form(ada, `/saved/folders/${id}/delete`, {});
  await plaza.api(ada, 'POST', `${path}/folders/delete`, { id: otherId });
  assert.deepEqual(await listFolders(app, ada), []);
  assert.equal((await texts()).length, 3, 'posts stay saved');
  assert.match((await plaza.page(ada, `/posts/${soup}/menu`)).text, /Move to folder/);
  for (let n = 0; n < 100; n++) await addFolder(app, ada, `${n}`);
  assert.equal((await plaza.api(ada, 'POST', `${path}/folders`, { title: 'more' })).status, 409);
  assert.equal((await plaza.api(bob, 'POST', `${path}/folders`, { title: 'x'.repeat(61) })).status, 400);
});
