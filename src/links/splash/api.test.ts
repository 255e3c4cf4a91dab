import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { minutes } from '../../kernel/time.ts';
import { deleteOwned } from '../owned/owned.ts';
import { addSplashPage, ownedSplashPages } from './splash-pages.ts';

testHop('lists splash pages newest first, without deleted ones', async ({ app, ada, asAda, asBob }) => {
  const { id: first } = await addSplashPage(app, ada, { name: 'One', title: 'One' });
  app.clock.turn(minutes(1));
  const { id: second } = await addSplashPage(app, ada, { name: 'Two', title: 'Two' });
  const { id: gone } = await addSplashPage(app, ada, { name: 'Gone', title: 'Gone' });
  await deleteOwned(app, ada, ownedSplashPages, gone);
  assert.deepEqual((await asAda.api('GET', '/api/splash')).body, {
    error: '0',
    data: {
      result: 2,
      perpage: 15,
      currentpage: 1,
      nextpage: 0,
      maxpage: 1,
      splash: [
        { id: Number(second), name: 'Two', date: '2026-03-01 12:01:00' },
        { id: Number(first), name: 'One', date: '2026-03-01 12:00:00' },
      ],
    },
  });
  const page = (await asAda.api('GET', '/api/splash?limit=1&page=2')).body.data as Record<string, unknown>;
  assert.deepEqual([page.result, page.nextpage, page.maxpage], [1, 0, 2]);
  const bobs = (await asBob.api('GET', '/api/splash')).body.data as { result: number };
  assert.equal(bobs.result, 0);
});

testHop('listing splash pages requires a key', async ({ asNobody }) => {
  assert.equal((await asNobody.api('GET', '/api/splash')).status, 401);
});

testHop('a splash page is created, updated and deleted', async ({ asAda, asBob }) => {
  const { body } = await asAda.api('POST', '/api/splash/add', {
    ...{ name: 'Spring', message: 'A sale', button: 'Look', url: 'https://example.com/' },
    ...{ seconds: 5, banner: 'https://example.com/a.png', background: '#103020', accent: '#ffffff' },
  });
  const path = `/api/splash/${Number(body.id)}`;
  const shown = async () => (await asAda.api('GET', path)).body.data as Record<string, unknown>;
  const { title, url, seconds, banner, background } = await shown();
  assert.deepEqual(
    { title, url, seconds, banner, background },
    {
      title: 'Spring',
      url: 'https://example.com/',
      seconds: 5,
      banner: 'https://example.com/a.png',
      background: '#103020',
    },
  );
  const change = await asAda.api('PUT', `${path}/update`, { seconds: 0, message: '', button: '', url: '' });
  assert.equal(change.status, 200, JSON.stringify(change.body));
  const after = await shown();
  assert.deepEqual(
    [after.title, after.message, after.url, after.seconds, after.banner, after.accent],
    ['Spring', '', '', 0, 'https://example.com/a.png', '#ffffff'],
  );
  for (const body of [{ seconds: 61 }, { button: 'Look' }, { accent: 'red' }, { banner: 'nonsense' }])
    assert.equal((await asAda.api('PUT', `${path}/update`, body)).status, 400, JSON.stringify(body));
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const end = { GET: '', PUT: '/update', DELETE: '/delete' }[method];
    assert.equal(
      (await asBob.api(method, path + end, method === 'PUT' ? {} : undefined)).status,
      404,
      method,
    );
  }
  assert.equal((await asAda.api('DELETE', `${path}/delete`)).status, 200);
  assert.equal((await asAda.api('GET', path)).status, 404);
});
