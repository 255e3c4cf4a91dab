import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPlaza, testPlaza } from '../../../test/ask-plaza.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { openLimits } from '../../platform/limits.ts';
import { findTool } from '../catalog/find-tool.ts';
import { parseToolForm } from './form.ts';

testPlaza('tools are listed by category, searched, and run without scripts', async ({ plaza }) => {
  const page = (path: string) => plaza.page(undefined, path);
  const all = await page('/tools');
  assert.match(all.text, /href="\/tools\/audit"/);
  assert.match(all.text, /href="\/tools\/json-formatter"[^]*href="\/tools\/hash"/);
  const found = await page('/tools?q=jwt');
  assert.match(found.text, /JWT decoder/);
  assert.doesNotMatch(found.text, /JSON formatter<\/strong>/);
  assert.match((await page('/tools?q=zzzz')).text, /No tools found/);
  assert.match((await page('/tools/hash')).text, /BLAKE3 generator/);
  const tool = await page('/tools/slug-generator');
  assert.match(tool.text, /creme-brulee-and-ellinika-10-tips/, 'the page shows the sample output');
  const run = await plaza.form(undefined, '/tools/slug-generator', { text: 'Größe & Maß', separator: '_' });
  assert.equal(run.status, 200);
  assert.match(run.text, /grosse_and_mass/);
  const shared =
    /href="[^"]*(\/tools\/slug-generator\?[^"]+)"/.exec(run.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.match((await page(shared)).text, /grosse_and_mass/, 'the shared link shows the same result');
  assert.match(
    (await page('/tools/uuid-generator')).text,
    /<code>[0-9a-f-]{36}<\/code>/,
    'a tool runs with an unchecked box',
  );
  assert.equal((await page('/tools/no-such-tool')).status, 404);
});

testPlaza('errors appear at their field, and secrets never appear in URLs', async ({ plaza }) => {
  const run = (slug: string, fields: Record<string, string>) =>
    plaza.form(undefined, `/tools/${slug}`, fields);
  const wrong = await run('base32-decoder', { base32: '1', alphabet: 'base32' });
  assert.match(wrong.text, /field-base32-error[^]*not in the alphabet/);
  const long = await run('text-repeater', { text: 'x', times: '99999999', separator: '' });
  assert.match(long.text, /field-times-error/);
  const secret = await run('hmac-generator', {
    text: 'a',
    key: 'top-secret-key',
    algorithm: 'sha256',
    keyIs: 'text',
  });
  assert.match(secret.text, /[0-9a-f]{64}/);
  assert.doesNotMatch(secret.text, /\?[^"]*top-secret-key|-d[^<]*top-secret-key/);
  const markup = await run('case-converter', { text: '<img src=x onerror=alert(1)>', style: 'lower' });
  assert.doesNotMatch(markup.text, /<img src=x/);
});

testPlaza('favorites and recent tools are on top, stored in a cookie', async ({ plaza }) => {
  const favorite = await plaza.form(undefined, '/tools/jwt-decoder/favorite', { favorite: 'true' });
  assert.equal(favorite.status, 303);
  const [cookie = ''] = [favorite.headers['set-cookie'] ?? ''].flat();
  assert.match(cookie, /^tools_favorites=jwt-decoder;/);
  const page = await plaza.page(undefined, '/tools', {
    cookie: 'tools_favorites=jwt-decoder.no-such-tool.%3Cb%3E; tools_recent=rot13',
  });
  assert.match(
    page.text,
    /Favorites<\/h2>[^]*\/tools\/jwt-decoder[^]*Recently used<\/h2>[^]*\/tools\/rot13[^]*Popular/,
  );
  assert.doesNotMatch(page.text, /no-such-tool/);
  const tool = await plaza.page(undefined, '/tools/jwt-decoder', { cookie: 'tools_favorites=jwt-decoder' });
  assert.match(tool.text, /Remove favorite[^]*Is my input stored/);
  assert.equal((await plaza.form(undefined, '/tools/audit/favorite', { favorite: 'true' })).status, 404);
});

testPlaza(
  'a tool beyond the free limit says when to retry',
  async ({ app }) => {
    const memory = { REDIS_URL: '', RATE_LIMITS: true, embeddedDatabase: true, WORKERS: 1 };
    const plaza = await openPlaza({ ...app, limits: await openLimits(memory, undefined, app.log) });
    const run = () => plaza.form(undefined, '/tools/rot13', { text: 'Hello' });
    assert.match((await run()).text, /Uryyb/);
    assert.match((await run()).text, /Uryyb/);
    const third = await run();
    assert.equal(third.status, 429);
    assert.ok(Number(third.headers['retry-after']) > 0);
    assert.match(third.text, /class="notice"/);
    await plaza.close();
  },
  { FREE_TOOL_RUNS: 2 },
);

testPlaza(
  'runs any tool in a sandbox if its input is long, and refuses results that are too long',
  async (world) => {
    const { plaza } = world;
    const long = 'Hello '.repeat(15_000);
    assert.match((await plaza.form(undefined, '/tools/rot13', { text: long })).text, /(?:Uryyb ){1000}/);
    const grown = await plaza.form(undefined, '/tools/faq-structured-data-generator', {
      faq: 'a\n\n'.repeat(33_000),
    });
    assert.equal(grown.status, 422);
    assert.match(grown.text, /The result is too large/);
  },
);

testPlaza('shows the beginning of a long result, and all of it as a file', async ({ plaza }) => {
  const header = Array.from({ length: 50 }, (_, n) => `column_${n}`).join();
  const csv = `${header}\n${`${'1,'.repeat(49)}1\n`.repeat(600)}`;
  const { text } = await plaza.form(undefined, '/tools/csv-to-json', { csv, header: 'true' });
  assert.ok(text.length < 1_600_000, String(text.length));
  assert.match(text, /The first 200,000 of \d{3},\d{3} characters\./);
  const [, file = ''] =
    /href="data:text\/plain;charset=utf-8;base64,([^"]+)" download="result\.txt"/.exec(text) ?? [];
  assert.equal((JSON.parse(Buffer.from(file, 'base64').toString()) as unknown[]).length, 600);
});

test('reads uploaded files only where they are worked on', async () => {
  const found = await findTool('file-hash');
  assert.ok(found);
  const upload = { field: 'file', name: 'a', type: '', file: '/of/the/upload' } as Upload;
  const { input, files } = parseToolForm(found.tool, {}, [upload]);
  assert.deepEqual([input.file, files], ['', { file: '/of/the/upload' }]);
});
