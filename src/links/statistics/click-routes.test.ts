import assert from 'node:assert/strict';
import { testCommittingHop, testHop } from '../../../test/ask-hop.ts';
import {
  addAccessKey,
  consumeShownKey,
  createAccessKey,
  revokeAccessKey,
} from '../../identity/access-keys.ts';
import { minutes } from '../../kernel/time.ts';
import { insertClicks, clickLines, sampleClick } from '../clicks/spool/insert-clicks.ts';
import { addLink } from '../shorten/add-links.ts';

interface Clicks {
  clicks: { id: string; referrer: string }[];
  cursor: string | null;
  more: boolean;
}

testHop(
  'clicks are listed by cursor, and as a stream, without visitors',
  async ({ app, ada, bob, asAda, asBob, ask }) => {
    const { id } = await addLink(app, ada, { url: 'https://example.com/' });
    const { id: his } = await addLink(app, bob, { url: 'https://example.com/' });
    const now = app.clock.now().getTime();
    const clicks = Array.from({ length: 5 }, (_, index) =>
      sampleClick({ linkId: id, at: now - minutes(10 - index), referrer: `${index}.example` }),
    );
    await insertClicks(app, clickLines(...clicks, sampleClick({ linkId: his, at: now - minutes(9) })));
    await insertClicks(app, clickLines(sampleClick({ linkId: id, at: now, referrer: 'new.example' })));

    const received: string[] = [];
    let cursor: string | null = null;
    for (let calls = 0; calls < 3; calls += 1) {
      const answer = await asAda.api('GET', `/api/clicks?limit=2${cursor ? `&after=${cursor}` : ''}`);
      const page = answer.body as unknown as Clicks;
      received.push(...page.clicks.map(({ referrer }) => referrer));
      assert.equal(page.more, calls < 2);
      ({ cursor } = page);
    }
    const all = ['0.example', '1.example', '2.example', '3.example', '4.example'];
    assert.deepEqual(received, all);
    const none = (await asAda.api('GET', `/api/clicks?after=${cursor}`)).body as unknown as Clicks;
    assert.deepEqual([none.clicks, none.cursor, none.more], [[], cursor, false]);
    app.clock.turn(minutes(2));
    const later = (await asAda.api('GET', `/api/clicks?after=${cursor}`)).body as unknown as Clicks;
    assert.deepEqual(
      later.clicks.map(({ referrer }) => referrer),
      ['new.example'],
    );
    assert.deepEqual(Object.keys(later.clicks[0] ?? {}).sort(), [
      'bot',
      'browser',
      'city',
      'country',
      'date',
      'device',
      'id',
      'language',
      'link',
      'os',
      'referrer',
      'region',
      'variant',
    ]);
    assert.equal(((await asBob.api('GET', '/api/clicks')).body as unknown as Clicks).clicks.length, 1);
    assert.equal(
      ((await asBob.api('GET', `/api/clicks?link=${id}`)).body as unknown as Clicks).clicks.length,
      0,
    );

    const headers = { authorization: await createAccessKey(app, ada.id) };
    const stream = await ask({ url: '/api/clicks?format=ndjson&limit=3', headers });
    assert.match(String(stream.headers['content-type']), /x-ndjson/);
    const lines = stream.body
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { referrer: string }).referrer);
    assert.deepEqual(lines, all.slice(0, 3));
    for (const query of [
      'after=7',
      'after=zz',
      'limit=0',
      'from=yesterday',
      'format=xml',
      'after=----------------------------------',
    ])
      assert.equal((await asAda.api('GET', `/api/clicks?${query}`)).status, 400, query);
  },
);

testHop('a cursor of any time is accepted', async ({ asAda }) => {
  for (const digit of ['0', '7', 'f']) {
    const { status, body } = await asAda.api('GET', `/api/clicks?after=${digit.repeat(32)}`);
    assert.deepEqual([status, body.clicks], [200, []], digit);
  }
  assert.equal((await asAda.api('GET', '/api/clicks?from=0001-01-01')).status, 200);
  assert.equal((await asAda.api('GET', `/api/clicks?link=${Number.MAX_SAFE_INTEGER}`)).status, 200);
});

testCommittingHop('clicks are streamed until the key is revoked', async ({ app, ada, listen }) => {
  const { id } = await addLink(app, ada, { url: 'https://example.com/', alias: 'spring' });
  const keyId = await addAccessKey(app, ada.id, { name: 'Terminal' });
  const key = String(await consumeShownKey(app, ada.id, keyId));
  const click = (referrer: string) => insertClicks(app, clickLines(sampleClick({ linkId: id, referrer })));
  await click('first.example');
  await click('second.example');
  const base = await listen();
  const headers = { authorization: `Bearer ${key}`, 'last-event-id': '1', host: 'hop.test' };
  const response = await fetch(`${base}/api/clicks/stream`, { headers });
  assert.match(String(response.headers.get('content-type')), /event-stream/);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      const { done, value } = await reader.read();
      if (done) return false;
      text += value;
    }
    return true;
  };
  assert.ok(await until(/id: 2\n.*\n\n/));
  assert.doesNotMatch(text, /first\.example/);
  const [, data = ''] = /^data: (.*)$/m.exec(text) ?? [];
  const [event] = JSON.parse(data) as Record<string, unknown>[];
  assert.deepEqual(
    [event?.number, event?.link, event?.shorturl, event?.referrer],
    [2, Number(id), 'http://hop.test/spring', 'second.example'],
  );
  await click('third.example');
  assert.ok(await until(/id: 3\n/));
  await revokeAccessKey(app, ada.id, keyId);
  assert.equal(await until(/never/).catch(() => false), false);
});
