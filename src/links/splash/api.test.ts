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
