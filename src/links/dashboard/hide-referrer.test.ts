import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';
import { addLinkImport, startLinkImport } from '../transfer/import/imports.ts';
import { checkImport } from '../transfer/import/check-import.ts';
import { runLinkImport } from '../transfer/import/run-import.ts';

const url = 'https://example.com/page';

async function details(hop: Hop, id: unknown): Promise<Record<string, unknown>> {
  const { body } = await hop.api('GET', `/api/url/${String(id)}`);
  return body.details as Record<string, unknown>;
}

const hides = async (hop: Hop, id: unknown) => (await details(hop, id)).hidereferrer;

testHop('the API creates, updates and returns whether a link hides the referrer', async ({ asAda }) => {
  const update = (id: unknown, body: object) =>
    asAda.api('PUT', `/api/url/${String(id)}/update`, { url, ...body });
  for (const [hidereferrer, expected] of [
    [true, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['', false],
    ['null', false],
    [null, false],
    [undefined, false],
  ] as const) {
    const { status, body } = await asAda.api('POST', '/api/url/add', { url, hidereferrer });
    assert.equal(status, 200, String(hidereferrer));
    assert.equal(await hides(asAda, body.id), expected, String(hidereferrer));
  }
  const { body } = await asAda.api('POST', '/api/url/add', { url, hidereferrer: true, passquery: true });
  await update(body.id, { metatitle: 'Other' });
  assert.equal(await hides(asAda, body.id), true, 'omitted');
  await update(body.id, { hidereferrer: false });
  const { hidereferrer, passquery } = await details(asAda, body.id);
  assert.deepEqual([hidereferrer, passquery], [false, true]);
  const refused = await asAda.api('POST', '/api/url/add', { url, hidereferrer: 'perhaps' });
  assert.equal(refused.status, 400);
  assert.match(String(refused.body.message), /hidereferrer/);
  const many = await asAda.api('POST', '/api/urls/add', {
    links: [{ url, hidereferrer: true }, { url }, { url }],
  });
  const results = many.body.results as { id: number }[];
  assert.deepEqual(await Promise.all(results.map(({ id }) => hides(asAda, id))), [true, false, false]);
});

testHop('forms set, show, summarize and duplicate it', async ({ asAda }) => {
  const ticked = /name="hidereferrer"[^>]*\bchecked\b/;
  const created = await asAda.form('/dashboard/links/new', { url, hidereferrer: 'on' });
  const address = String(created.location);
  assert.match((await asAda.page(address)).text, /The referrer is hidden from the destination\./);
  assert.match((await asAda.page(`${address}/edit`)).text, ticked);
  const preview = await asAda.form('/dashboard/links/preview', { url, hidereferrer: 'on' });
  assert.match(preview.text, /The referrer is hidden/);
  const id = address.split('/').at(-1) ?? '';
  const copy = (await asAda.page(`/dashboard/links/new?from=${id}`)).text;
  assert.match(copy, ticked);
  assert.match(copy, new RegExp(`name="url"[^>]*value="${url}"`));
  await asAda.form(`${address}/edit`, { url });
  assert.equal(await hides(asAda, id), false);
  assert.doesNotMatch((await asAda.page(address)).text, /referrer is hidden/);
});

testHop('a bulk action sets and clears it, and leaves other options', async ({ asAda, asBob }) => {
  const ids: unknown[] = [];
  for (const passquery of [true, false])
    ids.push((await asAda.api('POST', '/api/url/add', { url, passquery })).body.id);
  const act = (hop: Hop, value: string) =>
    hop.form('/dashboard/bulk', [['act', value], ...ids.map((id): [string, string] => ['id[]', String(id)])]);
  const all = () =>
    Promise.all(
      ids.map(async (id) => {
        const { hidereferrer, passquery } = await details(asAda, id);
        return [hidereferrer, passquery];
      }),
    );
  assert.match((await asAda.page('/dashboard')).text, /value="hidereferrer"[^]*Hide referrer/);
  assert.equal((await act(asAda, 'hidereferrer')).location, '/dashboard');
  assert.deepEqual(await all(), [
    [true, true],
    [true, false],
  ]);
  assert.equal((await act(asBob, 'nohidereferrer')).status, 422);
  await act(asAda, 'nohidereferrer');
  assert.deepEqual(await all(), [
    [false, true],
    [false, false],
  ]);
  assert.equal((await act(asAda, 'hideall')).status, 422);
});

testHop('files have it in a column, of exports and of others', async ({ app, ada, bob, asAda, asBob }) => {
  await asAda.api('POST', '/api/url/add', { url, custom: 'hiding', hidereferrer: true });
  await asAda.api('POST', '/api/url/add', { url, custom: 'telling' });
  const { text } = await asAda.page('/dashboard/export/links.csv');
  const [head = '', ...lines] = text.trim().split('\n');
  const column = head.split(',').indexOf('hide_referrer');
  assert.deepEqual(
    lines.map((line) => line.split(',').at(column)),
    ['yes', ''],
  );
  const own = `short_url,alias,url,has_password,switched_off,hide_referrer,rules
x,one,${url},,,yes,
x,two,${url},,,,
x,three,${url},,,,"{""hidesReferrer"":true}"
x,four,${url},,,perhaps,`;
  const others = `Destination,Key,No referrer
${url},five,TRUE
${url},six,0
${url},seven,
${url},eight,perhaps`;
  const found: Record<string, unknown> = {};
  for (const file of [own, others]) {
    const { id } = await addLinkImport(app, bob, { name: 'links.csv', body: Buffer.from(file) });
    await checkImport(app, { id });
    await startLinkImport(app, bob, id);
    await runLinkImport(app, { id });
    const page = await asBob.page(`/dashboard/import/${id}/refused.csv`);
    assert.match(page.text, /“perhaps” must be yes or no/);
  }
  for (const short of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
    const { body } = await asBob.api('GET', `/api/urls?short=${short}`);
    found[short] = (body.details as Record<string, unknown> | undefined)?.hidereferrer;
  }
  assert.deepEqual(found, {
    ...{ one: true, two: false, three: true, four: undefined },
    ...{ five: true, six: false, seven: false, eight: undefined },
  });
  assert.ok(ada);
});
