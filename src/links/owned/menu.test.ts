import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

/** Creates an object by its form, and returns the path of its menu in the list. */
async function menuIn(hop: Hop, path: string, to: string, fields: Record<string, string>): Promise<string> {
  const created = await hop.form(to, fields);
  assert.equal(created.status, 303, `${to} ${created.text.slice(0, 300)}`);
  const { text } = await hop.page(path);
  assert.ok(!text.includes('<details class="menu">'), `${path} has no menu of its own in a row`);
  const href = /<a[^>]*href="([^"]*\/menu)"[^>]*data-menu="owned"/.exec(text.replaceAll(/\s+/g, ' '))?.[1];
  assert.ok(href, path);
  return href;
}

testHop(
  'the rows of lists share a menu, with a page for readers without scripts',
  async ({ asAda, asBob }) => {
    const splash = { name: 'Splash', title: 'Hello' };
    const rows: [path: string, to: string, fields: Record<string, string>, entries: string[]][] = [
      ['/dashboard/campaigns', '', { name: 'Spring', slug: '' }, ['edit', 'delete']],
      ['/dashboard/channels', '', { name: 'Mail', description: '', color: '' }, ['edit', 'delete']],
      ['/dashboard/tags', '', { name: 'red & blue', color: '' }, ['tag=red%20%26%20blue', 'edit', 'delete']],
      ['/dashboard/pixels', '', { type: 'bing', name: 'Bing', tag: '12345678' }, ['delete']],
      ['/dashboard/utm', '', { name: 'News', source: 'news' }, ['edit', 'delete']],
      ['/dashboard/splash', '/new', splash, ['edit', 'preview', 'delete']],
      [
        '/dashboard/overlays',
        '/new/message',
        { ...splash, corner: 'top-left' },
        ['edit', 'preview', 'delete'],
      ],
      ['/dashboard/bio', '', { title: 'Ada' }, ['design', 'statistics', 'delete']],
      ['/dashboard/qr', '/new', { type: 'text', name: 'Code', text: 'Hello' }, ['edit', 'delete']],
    ];
    const shared = (await asAda.page('/menus/owned')).text;
    for (const [path, to, fields, entries] of rows) {
      const href = await menuIn(asAda, path, `${path}${to}`, fields);
      const { status, text } = await asAda.page(href);
      assert.equal(status, 200, href);
      for (const entry of entries) {
        assert.match(
          text,
          new RegExp(`(href|action)="[^"]*${entry.replaceAll('/', '\\/')}"`),
          `${path} ${entry}`,
        );
        if (!entry.includes('=')) assert.ok(shared.includes(`/{list}/{id}/${entry}`), entry);
      }
      assert.equal((await asBob.page(href)).status, 404, 'of another account');
    }
  },
);

testHop('a new link can be copied, edited, scanned and shared at once', async ({ asAda }) => {
  const { location } = await asAda.form('/dashboard', { url: 'https://example.com', custom: 'spring' });
  const { text } = await asAda.page(String(location));
  const id = /created=(\d+)/.exec(String(location))?.[1] ?? '';
  for (const part of [
    'data-copy="http://hop.test/spring"',
    `href="/dashboard/links/${id}/edit"`,
    `src="/dashboard/links/${id}/qr/picture"`,
    'https://wa.me/?text=http%3A%2F%2Fhop.test%2Fspring',
  ])
    assert.ok(text.includes(part), part);
  const menu = (await asAda.page(`/dashboard/links/${id}/menu`)).text;
  for (const part of ['data-copy="http://hop.test/spring"', `/links/${id}/qr"`, `/links/new?from=${id}"`])
    assert.ok(menu.includes(part), part);
});

testHop('lists of groups are searched by name, on pages and in the API', async ({ asAda }) => {
  for (const name of ['Spring sale', 'Autumn']) {
    await asAda.form('/dashboard/campaigns', { name, slug: '' });
    await asAda.form('/dashboard/channels', { name, description: '', color: '' });
    await asAda.form('/dashboard/tags', { name, color: '' });
  }
  for (const list of ['campaigns', 'channels', 'tags']) {
    const { text } = await asAda.page(`/dashboard/${list}?q=spring`);
    assert.match(text, /Spring sale/, list);
    assert.doesNotMatch(text, /Autumn/, list);
    assert.match((await asAda.page(`/dashboard/${list}?q=winter`)).text, /Nothing found/, list);
    const { body } = await asAda.api('GET', `/api/${list}?q=SPRING`);
    const found = (body.data as Record<string, { name: string }[]>)[list];
    assert.deepEqual(
      found?.map(({ name }) => name),
      ['Spring sale'],
      list,
    );
  }
});
