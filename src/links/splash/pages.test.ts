import assert from 'node:assert/strict';
import { testHop, type Hop } from '../../../test/ask-hop.ts';
import { addLink } from '../../../test/links.ts';

const path = '/dashboard/splash';
const fields = { name: 'Spring <b>', title: 'Linen', message: 'Hello', seconds: '7' };

async function create(hop: Hop, differences: Record<string, string> = {}): Promise<string> {
  const { status, location } = await hop.form(`${path}/new`, { ...fields, ...differences });
  assert.equal(status, 303);
  return String(location).replace(/\/edit$/, '');
}

testHop('a splash page is created, updated, previewed, deleted and restored', async ({ app, asAda }) => {
  assert.match((await asAda.page(path)).text, /Create your first splash page/);
  const address = await create(asAda, { banner_address: 'https://images.example.org/a.jpg' });
  const form = (await asAda.page(`${address}/edit`)).text;
  for (const part of [
    /value="Spring &lt;b&gt;"/,
    /value="Linen"/,
    />\s*Hello<\/textarea>/,
    /value="7"/,
    /images\.example\.org\/a\.jpg/,
  ])
    assert.match(form, part);
  await addLink(app, 'spring', { kind: 'splash', splash_id: address.split('/').at(-1) ?? null });
  assert.match((await asAda.page(path)).text, /data-label="Links">1</);
  await asAda.form(`${address}/edit`, {
    ...fields,
    name: 'Summer',
    title: 'Cotton',
    own_colors: 'on',
    background: '#000000',
    accent: '#ffffff',
  });
  const preview = await asAda.page(`${address}/preview`);
  assert.match(preview.text, /<h1>Cotton<\/h1>/);
  assert.match(preview.text, /<style nonce="[^"]+">\s*:root\{color-scheme:dark/);
  assert.match(preview.text, /name="robots" content="noindex/);
  const deleted = await asAda.form(`${address}/delete`);
  assert.match((await asAda.page(String(deleted.location))).text, /Splash page deleted[^]*Undo/);
  assert.equal((await asAda.page(`${address}/edit`)).status, 404);
  await asAda.form(`${address}/restore`);
  assert.match((await asAda.page(path)).text, />Summer<\/a>/);
});

testHop('finds splash pages by name', async ({ asAda }) => {
  await create(asAda, { name: '100% linen' });
  await create(asAda, { name: 'Cotton' });
  const found = (await asAda.page(`${path}?q=100%25`)).text;
  assert.match(found, /1 splash page with/);
  assert.match(found, />100% linen<\/a>/);
  assert.doesNotMatch(found, />Cotton<\/a>/);
  assert.match((await asAda.page(`${path}?q=silk`)).text, /No matching splash page/);
});

testHop('invalid values are rejected at their field', async ({ asAda }) => {
  const rows: [Record<string, string>, string, RegExp][] = [
    [{ name: ' ' }, 'name', /required/],
    [{ title: '' }, 'title', /required/],
    [{ title: 'x'.repeat(121) }, 'title', /120/],
    [{ message: 'x'.repeat(2001) }, 'message', /2,000/],
    [{ seconds: '61' }, 'seconds', /0 to 60/],
    [{ seconds: '-1' }, 'seconds', /0 to 60/],
    [{ seconds: 'soon' }, 'seconds', /0 to 60/],
    [{ button: 'Look', url: '' }, 'url', /button URL/],
    [{ button: '', url: 'https://example.org' }, 'button', /button label/],
    [{ button: 'Look', url: 'javascript:alert(1)' }, 'url', /http/],
    [{ banner_address: 'http://example.org/a.jpg' }, 'banner_address', /https/],
    [{ avatar_address: 'https://user:pass@example.org/a.jpg' }, 'avatar_address', /https/],
    [{ own_colors: 'on', background: 'red', accent: '#000000' }, 'background', /RRGGBB/],
  ];
  const existing = await create(asAda);
  for (const address of [`${path}/new`, `${existing}/edit`])
    for (const [change, field, message] of rows) {
      const { status, text } = await asAda.form(address, { ...fields, ...change });
      assert.equal(status, 422, JSON.stringify(change));
      const said = new RegExp(`id="field-${field}-error">([^]*?)</p>`).exec(text)?.[1] ?? '';
      assert.match(said, message, field);
    }
});

testHop('a preview renders the entered values, stores nothing and shows errors', async ({ asAda, asBob }) => {
  const existing = await create(asAda, { banner_address: 'https://images.example.org/a.jpg' });
  const id = existing.split('/').at(-1) ?? '';
  const typed = await asAda.form(`${path}/preview`, { ...fields, id, title: 'Typed' });
  assert.equal(typed.status, 200);
  assert.match(typed.text, /<h1>Typed<\/h1>/);
  assert.match(typed.text, /images\.example\.org/);
  assert.match((await asAda.page(`${existing}/preview`)).text, /<h1>Linen<\/h1>/);
  const refused = await asAda.form(`${path}/preview`, { ...fields, seconds: '99' });
  assert.match(refused.text, /0 to 60[^]*Fix the errors/);
  assert.equal((await asBob.form(`${path}/preview`, { ...fields, id })).status, 404);
});

testHop('returns 404 for splash pages of other accounts', async ({ asAda, asBob, asNobody }) => {
  const address = await create(asAda);
  for (const page of ['edit', 'preview']) assert.equal((await asBob.page(`${address}/${page}`)).status, 404);
  for (const [act, sent] of [
    ['edit', fields],
    ['delete', {}],
    ['restore', {}],
  ] as const)
    assert.equal((await asBob.form(`${address}/${act}`, sent)).status, 404, act);
  assert.match(String((await asNobody.page(path)).location), /^\/signin/);
});

testHop('a file in an unknown field is rejected in the form', async ({ asAda }) => {
  const file = { field: 'baner', name: 'x.png', body: 'x' };
  const { status, text } = await asAda.upload(`${path}/new`, file, fields);
  assert.equal(status, 422);
  assert.match(text, /error-summary-title">\s*baner cannot be attached here. Send banner or avatar/);
  assert.match(text, /value="Linen"/);
});
