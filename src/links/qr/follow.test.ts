import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { chrome, listenAsHop } from '../../../test/follow.ts';
import { addPerson } from '../../../test/world.ts';
import { loadAssets } from '../../platform/http/assets/assets.ts';
import { linksServer } from '../../servers/links.ts';
import { clickTotals } from '../clicks/statistics/totals.ts';
import { addLink } from '../shorten/add-links.ts';
import { addCode, updateCode } from './codes.ts';
import type { CodeKind } from './content/content.ts';

testWithDatabase('a scan of a link’s code redirects to its current destination', async ({ app }, context) => {
  const ada = await addPerson(app, 'ada');
  const input = { kind: 'link', content: { url: 'https://example.com/a' }, design: {} } as const;
  const { code } = await addCode(app, ada, input);
  const changed = await addCode(app, ada, input);
  await updateCode(app, ada, changed.id, { content: { url: 'https://example.com/b' }, design: {} });
  const follow = await listenAsHop(app, context);
  const first = await follow(`/qr/${code}`);
  assert.deepEqual([first.status, first.location], [302, 'https://example.com/a']);
  assert.equal((await follow(`/qr/${changed.code}`)).location, 'https://example.com/b');
  assert.equal((await follow('/qr/nobody')).status, 404);
  assert.equal((await follow(`/qr/${code}.svg`)).headers['content-type'], 'image/svg+xml; charset=utf-8');
  assert.equal((await follow(`/qr/${code}?size=200`)).headers['content-type'], 'image/png');
});

testWithDatabase('scans are counted separately from the clicks of links', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const { alias, id: linkId } = await addLink(app, ada, { url: 'https://example.com' });
  const content = { url: 'https://example.com' };
  const codes = [
    await addCode(app, ada, { kind: 'link', content, design: {} }),
    await addCode(app, ada, { kind: 'text', content: { text: 'Hello' }, isDynamic: true, design: {} }),
  ];
  const server = await linksServer(app, await loadAssets());
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const visit = (path: string) =>
    fetch(address + path, { redirect: 'manual', headers: { 'user-agent': chrome } }).then((answer) =>
      answer.text(),
    );
  for (const { code } of codes) {
    await visit(`/qr/${code}`);
    await visit(`/qr/${code}`);
    await visit(`/qr/${code}.svg`);
  }
  await visit(`/${alias}`);
  // Closing flushes all clicks.
  await server.close();
  const totals = await clickTotals(app, [linkId, ...codes.map(({ id }) => id)]);
  assert.deepEqual(
    [...totals.values()].map(({ clicks }) => clicks),
    [1, 2, 2],
  );
});

const pages: [CodeKind, Record<string, string>, RegExp][] = [
  ['text', { text: 'Hello <b>\nworld' }, /Hello &lt;b&gt;\nworld/],
  ['wifi', { ssid: 'Home & away', password: 'a"b' }, /Home &amp; away[^]*a&quot;b/],
  ['vcard', { firstName: 'Ada', mobile: '+49 170 12' }, /<h1>Ada<\/h1>[^]*\.vcf[^]*href="tel:\+4917012"/],
  ['email', { email: 'ada@example.org', subject: 'Hi' }, /content="0; url=mailto:ada@example\.org\?subject=Hi"/],
  ['phone', { phone: '030 123' }, /content="0; url=tel:030123"[^]*href="tel:030123"/],
  ['sms', { phone: '030 123', message: 'Hi' }, /content="0; url=sms:030123\?body=Hi"/],
]; // prettier-ignore

testWithDatabase('scans of codes without a URL show the content', async ({ app }, context) => {
  const ada = await addPerson(app, 'ada');
  const follow = await listenAsHop(app, context);
  for (const [kind, content, shown] of pages) {
    const { code } = await addCode(app, ada, { kind, content, isDynamic: true, design: {} });
    const { status, text, headers } = await follow(`/qr/${code}`);
    assert.equal(status, 200, kind);
    assert.match(text, shown);
    assert.equal(headers['cache-control'], 'private, no-store');
  }
});
