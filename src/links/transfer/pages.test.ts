import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { checkImport } from './import/check-import.ts';
import { runLinkImport } from './import/run-import.ts';

const path = '/dashboard/import';
const file = (body: string, name = 'links.csv') => ({ field: 'file', name, body });

testHop('a file is uploaded, mapped and imported without scripts', async ({ app, asAda }) => {
  const { location } = await asAda.upload(
    path,
    file('Web,Short\nhttps://example.com/a,one\nhttps://example.com/b,x.y\n', 'my <b>.csv'),
  );
  const page = String(location);
  const id = page.split('/').at(-1) ?? '';
  assert.match((await asAda.page(page)).text, /http-equiv="refresh"[^]*Reading the file/);
  assert.equal((await asAda.page(`${page}/progress?seen=r0`)).text, '');
  await checkImport(app, { id });
  assert.match((await asAda.page(`${page}/progress?seen=r0`)).text, /^<turbo-frame[^]*Destination URL/);
  const shown = (await asAda.page(page)).text;
  assert.match(shown, /my &lt;b&gt;\.csv/);
  assert.match(shown, /Destination URL[^]*<option\s+value="Web"/);
  const reading = { format: 'columns', duplicates: 'skip' };
  const refused = await asAda.form(page, { ...reading, act: 'start' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Choose the column with the destination URL/);
  await asAda.form(page, { ...reading, map_url: 'Web', map_alias: 'Short', act: 'check' });
  await checkImport(app, { id });
  const preview = (await asAda.page(page)).text;
  assert.match(preview, /Import 1 link</);
  assert.match(preview, /letters, digits, hyphens/);
  await asAda.form(page, { ...reading, map_url: 'Web', map_alias: 'Short', act: 'start' });
  assert.match((await asAda.page(page)).text, /http-equiv="refresh"[^]*Row 0 of 2/);
  assert.equal((await asAda.page(`${page}/progress?seen=1`)).text, '');
  await runLinkImport(app, { id });
  assert.match((await asAda.page(`${page}/progress?seen=1`)).text, /^<turbo-frame[^]*Download report/);
  const done = (await asAda.page(page)).text;
  assert.doesNotMatch(done, /http-equiv="refresh"/);
  const report = await asAda.page(`${page}/refused.csv`);
  assert.match(report.text, /row,reason,field,url,alias\n2,[^\n]*,custom,https:\/\/example.com\/b,x\.y\n$/);
  assert.match((await asAda.page('/dashboard')).text, /hop\.test\/one<\/a>/);
  assert.match((await asAda.page(path)).text, /Done/);
  await asAda.form(`${page}/delete`);
  assert.equal((await asAda.page(page)).status, 404);
});

testHop('links of another installation are requested by address and key', async ({ app, asAda }) => {
  assert.match((await asAda.page(path)).text, /From your account elsewhere/);
  const wrong = await asAda.form(`${path}/remote`, { address: 'nowhere', key: 'secret-key' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /Enter the address of the other service/);
  assert.doesNotMatch(wrong.text, /secret-key/);
  const { location } = await asAda.form(`${path}/remote`, { address: 'go.example.org', key: 'secret-key' });
  await app.db.updateTable('links.import').set({ fetched: 100, fetch_total: 300 }).execute();
  const page = (await asAda.page(String(location))).text;
  assert.match(page, /Reading the links of go\.example\.org[^]*Links read: 100/);
  assert.equal((await asAda.page(`${String(location)}/progress?seen=r0f100`)).text, '');
  assert.doesNotMatch(page, /secret-key/);
});

testHop('a file without links is rejected at its field', async ({ asAda }) => {
  for (const [body, message] of [
    ['', /Choose a file|empty/],
    ['url\0', /not UTF-8 text/],
  ] as const) {
    const { status, text } = await asAda.upload(path, file(body));
    assert.equal(status, 422, body);
    assert.match(/id="field-file-error">([^]*?)<\/p>/.exec(text)?.[1] ?? '', message);
  }
  assert.equal((await asAda.form(path)).status, 422);
});

testHop('a file that cannot be imported shows the reason on its page', async ({ app, asAda }) => {
  const { location } = await asAda.upload(path, file('url\n'));
  const page = String(location);
  await checkImport(app, { id: page.split('/').at(-1) ?? '' });
  const { text } = await asAda.page(page);
  assert.match(text, /This file cannot be imported[^]*no rows/);
  assert.doesNotMatch(text, /http-equiv="refresh"/);
  assert.match((await asAda.page(path)).text, /Failed/);
});

testHop('only the owner can see an import and its report', async ({ app, asAda, asBob, asNobody }) => {
  const { location } = await asAda.upload(path, file('url\nhttps://example.com/\n'));
  const page = String(location);
  await checkImport(app, { id: page.split('/').at(-1) ?? '' });
  for (const address of [page, `${page}/progress`, `${page}/refused.csv`])
    assert.equal((await asBob.page(address)).status, 404, address);
  assert.equal((await asBob.form(page, { format: 'hop', duplicates: 'skip', act: 'start' })).status, 404);
  assert.equal((await asBob.form(`${page}/delete`)).status, 404);
  assert.equal((await asAda.page(page)).status, 200);
  for (const address of [path, '/dashboard/export', '/dashboard/export/links.csv'])
    assert.match(String((await asNobody.page(address)).location), /^\/signin/, address);
});

testHop('the export contains only the viewer’s own data', async ({ asAda, asBob }) => {
  await asAda.api('POST', '/api/url/add', { url: 'https://example.com/page', custom: 'adas' });
  assert.match((await asAda.page('/dashboard/export')).text, /links\.csv/);
  assert.match((await asAda.page('/dashboard/export/links.csv')).text, /,adas,/);
  assert.doesNotMatch((await asBob.page('/dashboard/export/links.csv')).text, /adas/);
  const { links } = JSON.parse((await asBob.page('/dashboard/export/everything.json')).text) as { links: [] };
  assert.deepEqual(links, []);
});
