import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { addOverlay } from './add-overlay.ts';

const place = { corner: 'top-left', dismissible: 'on' };

testHop(
  'overlays are listed, newest first, with their kinds',
  async ({ app, ada, asAda, asBob, asNobody }) => {
    const { id: first } = await addOverlay(app, ada, 'message', { ...place, name: 'Promo', title: 'Hello' });
    const { id: second } = await addOverlay(app, ada, 'contact', {
      ...place,
      name: 'Contact',
      title: 'Write',
    });
    assert.deepEqual((await asAda.api('GET', '/api/overlay')).body, {
      error: '0',
      data: {
        result: 2,
        perpage: 15,
        currentpage: 1,
        nextpage: 0,
        maxpage: 1,
        cta: [
          { id: Number(second), type: 'contact', name: 'Contact', date: '2026-03-01 12:00:00' },
          { id: Number(first), type: 'message', name: 'Promo', date: '2026-03-01 12:00:00' },
        ],
      },
    });
    const bobs = (await asBob.api('GET', '/api/overlay?limit=5')).body.data as Record<string, unknown>;
    assert.deepEqual([bobs.result, bobs.perpage], [0, 5]);
    assert.equal((await asNobody.api('GET', '/api/overlay')).status, 401);
  },
);
