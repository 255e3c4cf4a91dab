import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { getOwned } from '../owned/owned.ts';
import { addOverlay, ownedOverlays } from './overlays.ts';

const overlays: [body: Record<string, unknown>, expected: Record<string, unknown>][] = [
  [{ type: 'message', name: 'Promo', message: 'Half price' }, { title: 'Promo', text: 'Half price', corner: 'bottom-right', isDismissible: true }],
  [{ type: 'message', name: 7, title: 'Hi', button: 'Go', link: 'https://example.com/', corner: 'top-left', dismissible: false }, { title: 'Hi', button: 'Go', address: 'https://example.com/', corner: 'top-left', isDismissible: false }],
  [{ type: 'poll', name: 'Tea?', choices: ['Yes', 'No'], results: '0' }, { title: 'Tea?', choices: ['Yes', 'No'], showsResults: false }],
  [{ type: 'newsletter', name: 'News', consent: 'I agree' }, { consent: 'I agree' }],
  [{ type: 'image', name: 'Poster', picture: 'https://example.com/a.png', url: 'https://example.com/' }, { picture: 'https://example.com/a.png', pictureText: 'Poster' }],
  [{ type: 'coupon', name: 'Ten', code: 'TEN', background: '#103020', accent: '#ffffff' }, { code: 'TEN', colors: { background: '#103020', accent: '#ffffff' } }],
  [{ type: 'contact', name: 'Write', thanks: 'Thanks' }, { thanks: 'Thanks' }],
]; // prettier-ignore

testHop('an overlay of each kind can be added, and missing fields are named', async ({ app, ada, asAda }) => {
  for (const [body, expected] of overlays) {
    const answer = await asAda.api('POST', '/api/overlay/add', body);
    assert.equal(answer.status, 200, JSON.stringify([body, answer.body]));
    const { content } = await getOwned(app, ada, ownedOverlays, String(answer.body.id));
    for (const [name, value] of Object.entries(expected))
      assert.deepEqual(content[name as keyof typeof content], value, name);
  }
  const refused: [object, RegExp][] = [
    [{ type: 'popup', name: 'x' }, /type/],
    [{ type: 'message' }, /name/],
    [{ type: 'message', name: '' }, /name/],
    [{ type: 'message', name: 'x', corner: 'middle' }, /corner/],
    [{ type: 'message', name: 'x', button: 'Go' }, /button URL/],
    [{ type: 'newsletter', name: 'x' }, /consent/],
    [{ type: 'image', name: 'x' }, /picture/],
    [{ type: 'poll', name: 'x', choices: ['one'] }, /choices/],
  ];
  for (const [body, message] of refused) {
    const answer = await asAda.api('POST', '/api/overlay/add', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(String(answer.body.message), message);
  }
});

const place = { corner: 'top-left', dismissible: 'on' };

testHop('lists overlays newest first with their kinds', async ({ app, ada, asAda, asBob, asNobody }) => {
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
});

testHop('an overlay is updated in part, and deleted', async ({ app, ada, asAda, asBob }) => {
  const add = async (body: object) => Number((await asAda.api('POST', '/api/overlay/add', body)).body.id);
  const id = await add({
    ...{ type: 'poll', name: 'Tea?', choices: ['Yes', 'No'], results: false, dismissible: false },
    ...{ background: '#103020', accent: '#ffffff' },
  });
  const content = async () => (await getOwned(app, ada, ownedOverlays, String(id))).content;
  const before = await content();
  const path = `/api/overlay/${id}`;
  assert.equal((await asAda.api('PUT', `${path}/update`, {})).status, 200);
  assert.deepEqual(await content(), before);
  await asAda.api('PUT', `${path}/update`, { title: 'Coffee?', choices: 'A\nB\nC', results: true });
  const { title, choices, showsResults, isDismissible, colors } = await content();
  assert.deepEqual(
    [title, choices, showsResults, isDismissible, colors],
    ['Coffee?', ['A', 'B', 'C'], true, false, before.colors],
  );
  const refused = await asAda.api('PUT', `${path}/update`, { choices: ['one'] });
  assert.deepEqual([refused.status, String(refused.body.message).includes('choices')], [400, true]);
  assert.equal((await asBob.api('PUT', `${path}/update`, {})).status, 404);
  assert.equal((await asBob.api('DELETE', `${path}/delete`)).status, 404);
  assert.equal((await asAda.api('DELETE', `${path}/delete`)).status, 200);
  assert.equal((await asAda.api('GET', path)).status, 404);
});
