import assert from 'node:assert/strict';
import { addImportedClicks } from '../clicks/spool/insert-clicks.ts';
import { testHop, type Hop } from '../../../test/ask-hop.ts';
import { addLink } from '../shorten/add-links.ts';

const url = 'https://example.com/page';

/** Creates a link with the form and returns its id. */
async function create(hop: Hop, fields: Record<string, string>): Promise<string> {
  const { status, location } = await hop.form('/dashboard', fields);
  assert.equal(status, 303);
  return /created=(\d+)$/.exec(String(location))?.[1] ?? '';
}

testHop('visitors see the landing page, and the dashboard after signing in', async ({ asAda, asNobody }) => {
  assert.match((await asNobody.page('/')).text, /<h1>/);
  assert.equal((await asAda.page('/')).location, '/dashboard');
  for (const path of ['/dashboard', '/dashboard/links/1', '/dashboard/api', '/dashboard/settings']) {
    const { status, location } = await asNobody.page(path);
    assert.equal(status, 303);
    assert.match(String(location), /^\/(login|signin)\?next=/);
  }
});

testHop('an account without links is prompted to create one', async ({ asAda }) => {
  const { status, text } = await asAda.page('/dashboard');
  assert.equal(status, 200);
  assert.match(text, /Create your first short link/);
});

testHop('a link is created with a form and shown with its short URL', async ({ asAda }) => {
  const id = await create(asAda, { url, custom: 'spring', metatitle: '', description: '', expiry: '' });
  const { text } = await asAda.page(`/dashboard?created=${id}`);
  assert.match(text, /Your short link is ready/);
  assert.match(text, /http:\/\/hop\.test\/spring/);
  assert.match(text, /1 link\b/);
});

testHop('a rejected form keeps the entered values, with the error at its field', async ({ asAda, asBob }) => {
  await create(asBob, { url, custom: 'taken' });
  const rows = [
    [{ url: 'nonsense <b>', custom: 'keep-me' }, 422, 'url', /http:\/\//],
    [{ url, custom: 'taken' }, 409, 'custom', /taken/],
    [{ url, custom: 'a b' }, 422, 'custom', /letters, digits/],
    [{ url, expiry: '2020-01-01T00:00' }, 422, 'expiry', /future/],
    [{ url, metatitle: 'x'.repeat(300) }, 422, 'metatitle', /255/],
  ] as const;
  for (const [fields, status, field, message] of rows) {
    const answer = await asAda.form('/dashboard', fields);
    assert.equal(answer.status, status);
    const error = new RegExp(`id="field-${field}-error">([^]*?)</p>`).exec(answer.text)?.[1] ?? '';
    assert.match(error, message);
    for (const value of Object.values(fields))
      assert.ok(answer.text.includes(`value="${value.replace('<', '&lt;').replace('>', '&gt;')}"`), value);
  }
  assert.equal((await asAda.form('/dashboard', {})).status, 422);
});

testHop('the list is searched, sorted and paginated by its URL', async ({ app, ada, asAda }) => {
  for (let i = 0; i < 26; i++) await addLink(app, ada, { url, alias: `link-${i}`, title: `Number ${i}.` });
  const aliases = async (query: string) => {
    const { text } = await asAda.page(`/dashboard${query}`);
    return [...text.matchAll(/hop\.test\/(link-\d+)<\/a/g)].map(([, alias]) => alias);
  };
  assert.equal((await aliases('')).length, 25);
  assert.deepEqual(await aliases('?page=2'), ['link-0']);
  assert.deepEqual((await aliases('?order=asc')).slice(0, 2), ['link-0', 'link-1']);
  assert.deepEqual(await aliases('?q=number+7.'), ['link-7']);
  assert.match((await asAda.page('/dashboard?q=%3Cscript%3E')).text, /“&lt;script&gt;”/);
  for (const query of ['?page=0', '?sort=odd', '?created=x', `?q=${'x'.repeat(201)}`])
    assert.equal((await asAda.page(`/dashboard${query}`)).status, 400, query);
});

testHop('a link’s page shows statistics for each range and refreshes on events', async ({ app, asAda }) => {
  const id = await create(asAda, { url, custom: 'spring' });
  const page = `/dashboard/links/${id}`;
  assert.match((await asAda.page(page)).text, /None yet/);
  assert.equal((await asAda.page(`${page}/statistics?seen=0`)).text, '');

  const [hour, day] = [new Date('2026-03-01T11:00:00Z'), '2026-03-01'];
  const total = { link_id: id, clicks: 4321, uniques: 1234, last_click_at: hour };
  await app.db.insertInto('links.link_total').values(total).execute();
  await app.db
    .insertInto('links.click_hour')
    .values({ link_id: id, hour, clicks: 4, uniques: 2, bots: 0 })
    .execute();
  const notified = [
    { dimension: 'country', value: 'FR' },
    { dimension: 'referrer', value: 'news.example.com' },
    { dimension: 'device', value: 'mobile' },
    { dimension: 'language', value: 'fr' },
  ];
  const tallies = notified.map((what) => ({ ...what, link_id: id, clicks: 4, uniques: 2 }));
  await app.db
    .insertInto('links.click_day')
    .values(tallies.map((tally) => ({ ...tally, day })))
    .execute();
  await app.db
    .insertInto('links.click_month')
    .values(tallies.map((tally) => ({ ...tally, month: day })))
    .execute();

  for (const range of ['24h', '7d', '30d', '90d']) {
    const { status, text } = await asAda.page(`${page}?range=${range}`);
    assert.equal(status, 200);
    for (const shown of [
      '4,321',
      '1,234',
      'France',
      'news.example.com',
      'Phone',
      'French',
      '4 clicks by 2 visitors',
    ])
      assert.ok(text.includes(shown), `${range}: ${shown}`);
  }
  const update = await asAda.page(`${page}/statistics?range=24h&seen=0`);
  assert.match(update.text, /^<turbo-frame[^]*4,321[^]*<\/turbo-frame>$/);
  assert.equal((await asAda.page(`${page}/statistics?range=24h&seen=4321`)).text, '');
  assert.equal((await asAda.page(`${page}?range=1y`)).status, 400);
});

testHop('a link is updated with its form', async ({ asAda }) => {
  const id = await create(asAda, {
    url,
    custom: 'spring',
    metatitle: 'Old & new',
    expiry: '2026-12-01T08:30',
  });
  const path = `/dashboard/links/${id}/edit`;
  const { text } = await asAda.page(path);
  for (const value of [url, 'spring', 'Old &amp; new', '2026-12-01T08:30:00'])
    assert.ok(text.includes(`value="${value}"`), value);

  const refused = await asAda.form(path, { url, custom: 'x' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /at least 3/);

  const fields = { url, custom: 'summer', metatitle: '', description: 'note', expiry: '', status: 'private' };
  assert.equal((await asAda.form(path, fields)).location, `/dashboard/links/${id}`);
  const changed = (await asAda.page(path)).text;
  assert.ok(changed.includes('value="summer"') && changed.includes('note'));
  assert.ok(!changed.includes('2026-12-01'));

  for (const [next, location] of [
    ['/dashboard?q=a&page=2', '/dashboard?q=a&page=2'],
    ['https://evil.example/', `/dashboard/links/${id}`],
    ['/dashboard/../x', `/dashboard/links/${id}`],
    ['//evil.example', `/dashboard/links/${id}`],
  ] as const)
    assert.equal((await asAda.form(path, { ...fields, next })).location, location);
});

testHop('a deleted link can be restored', async ({ asAda }) => {
  const id = await create(asAda, { url, custom: 'spring' });
  const { location } = await asAda.form(`/dashboard/links/${id}/delete`);
  assert.equal(location, `/dashboard?deleted=${id}`);
  const { text } = await asAda.page(location);
  assert.ok(text.includes(`action="/dashboard/links/${id}/restore"`));
  assert.equal((await asAda.page(`/dashboard/links/${id}`)).status, 404);
  assert.equal((await asAda.form(`/dashboard/links/${id}/restore`)).location, '/dashboard');
  assert.equal((await asAda.page(`/dashboard/links/${id}`)).status, 200);
});

testHop('returns 404 for pages of other accounts’ links', async ({ asAda, asBob }) => {
  const id = await create(asAda, { url });
  for (const path of ['', '/edit', '/statistics'])
    assert.equal((await asBob.page(`/dashboard/links/${id}${path}`)).status, 404, path);
  for (const path of ['/edit', '/delete', '/restore'])
    assert.equal((await asBob.form(`/dashboard/links/${id}${path}`, { url })).status, 404, path);
  assert.equal((await asAda.page('/dashboard/links/99999999999999999999')).status, 404);
});

testHop(
  'large numbers are short in lists and figures, with the exact one on hover',
  async ({ app, ada, asAda }) => {
    const { id } = await addLink(app, ada, { url });
    await addImportedClicks(app, ada, new Map([[id, 7_407_404]]));
    for (const path of ['/dashboard', '/dashboard/statistics', `/dashboard/links/${id}/statistics`]) {
      const { text } = await asAda.page(path);
      assert.match(text, /<abbr class="number" title="7,407,404">7\.4M<\/abbr>/, path);
      assert.doesNotMatch(text.replaceAll(/(title|aria-label)="[^"]*"/g, ''), />\s*7407404\s*</, path);
    }
  },
);
