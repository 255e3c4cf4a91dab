import assert from 'node:assert/strict';
import { testHop, type Hop } from '../../../test/ask-hop.ts';
import { overlayKinds, type OverlayKind } from './overlay.ts';

const path = '/dashboard/overlays';
const place = { corner: 'bottom-right', dismissible: 'on' };
/** Required fields of each kind. */
const min: Record<OverlayKind, Record<string, string>> = {
  message: { title: 'Hello <b>' },
  contact: { title: 'Hello <b>' },
  poll: { title: 'Hello <b>', choices: 'One\nTwo\nOne' },
  newsletter: { title: 'Hello <b>', consent: 'Yes, mail me.' },
  image: { picture_address: 'https://images.example.org/a.jpg', picture_text: 'Hello <b>' },
  coupon: { title: 'Hello <b>', code: 'SPRING26' },
};

async function create(
  hop: Hop,
  kind: OverlayKind,
  differences: Record<string, string> = {},
): Promise<string> {
  const sent = { ...place, name: `My ${kind}`, ...min[kind], ...differences };
  const { status, location, text } = await hop.form(`${path}/new/${kind}`, sent);
  assert.equal(status, 303, text);
  return String(location).replace(/\/edit$/, '');
}

for (const kind of overlayKinds)
  testHop(`an overlay is created, changed, previewed, deleted and restored: ${kind}`, async ({ asAda }) => {
    assert.match((await asAda.page(`${path}/new`)).text, new RegExp(`href="${path}/new/${kind}"`));
    assert.equal((await asAda.page(`${path}/new/${kind}`)).status, 200);
    assert.equal((await asAda.page(`${path}/preview/${kind}`)).status, 200);
    const address = await create(asAda, kind);
    const form = (await asAda.page(`${address}/edit`)).text;
    assert.match(form, /value="Hello &lt;b&gt;"/);
    const preview = await asAda.page(`${address}/preview`);
    assert.match(preview.text, /<dialog class="box" open data-corner="bottom-right"[^]*Hello &lt;b&gt;/);
    const changed = { ...min[kind], name: 'Renamed', corner: 'top-center' };
    assert.equal((await asAda.form(`${address}/edit`, changed)).status, 303);
    const after = (await asAda.page(`${address}/preview`)).text;
    assert.match(after, /data-corner="top-center"/);
    assert.doesNotMatch(after, /box-close/);
    const deleted = await asAda.form(`${address}/delete`);
    assert.match((await asAda.page(String(deleted.location))).text, /Overlay deleted[^]*Undo/);
    assert.equal((await asAda.page(`${address}/edit`)).status, 404);
    await asAda.form(`${address}/restore`);
    assert.match((await asAda.page(path)).text, />Renamed<\/a>/);
  });

testHop('invalid values are rejected at their field', async ({ asAda }) => {
  const rows: [OverlayKind, Record<string, string>, string, RegExp][] = [
    ['message', { name: '' }, 'name', /required/],
    ['message', { title: '' }, 'title', /required/],
    ['message', { corner: 'middle' }, 'corner', /top-left/],
    ['message', { button: 'Go' }, 'url', /button URL/],
    ['message', { url: 'ftp://example.org', button: 'Go' }, 'url', /http/],
    ['poll', { choices: 'Only one' }, 'choices', /2 to 10/],
    ['poll', { choices: 'Same\nSame' }, 'choices', /2 to 10/],
    ['poll', { choices: Array.from({ length: 11 }, (_, i) => String(i)).join('\n') }, 'choices', /2 to 10/],
    ['poll', { choices: `One\n${'x'.repeat(101)}` }, 'choices', /100 characters/],
    ['newsletter', { consent: ' ' }, 'consent', /required/],
    ['newsletter', { retention_days: '9999' }, 'retention_days', /0 to 3,650/],
    ['image', { picture_text: '' }, 'picture_text', /required/],
    ['image', { picture_address: 'data:image/png;base64,AAAA' }, 'picture_address', /https/],
    ['image', { picture_address: '' }, 'picture', /Choose an image/],
    ['coupon', { code: '' }, 'code', /required/],
    ['coupon', { own_colors: 'on', background: '#12', accent: '#000000' }, 'background', /RRGGBB/],
  ];
  for (const [kind, change, field, message] of rows) {
    const sent = { ...place, name: 'Mine', ...min[kind], ...change };
    const { status, text } = await asAda.form(`${path}/new/${kind}`, sent);
    assert.equal(status, 422, JSON.stringify(change));
    const said = new RegExp(`id="field-${field}-error">([^]*?)</p>`).exec(text)?.[1] ?? '';
    assert.match(said, message, field);
  }
  assert.equal((await asAda.form(`${path}/x/edit`, place)).status, 400);
  assert.equal((await asAda.form(`${path}/new/popup`, place)).status, 400);
});

testHop('a preview renders the entered values and stores nothing', async ({ asAda }) => {
  const address = await create(asAda, 'coupon');
  const typed = { ...place, id: address.split('/').at(-1) ?? '', title: 'Typed', code: '' };
  assert.match((await asAda.form(`${path}/preview/coupon`, typed)).text, /<h2>Typed<\/h2>/);
  assert.match((await asAda.page(`${address}/preview`)).text, /Hello/);
  assert.match((await asAda.form(`${path}/preview/coupon`, { corner: 'x' })).text, /Fix the errors/);
});

testHop('returns 404 for overlays of other accounts', async ({ asAda, asBob, asNobody }) => {
  const address = await create(asAda, 'poll');
  for (const page of ['edit', 'preview', 'answers', 'answers.csv'])
    assert.equal((await asBob.page(`${address}/${page}`)).status, 404, page);
  for (const [act, sent] of [
    ['edit', { ...place, name: 'Mine', ...min.poll }],
    ['delete', {}],
    ['restore', {}],
    ['answers/delete', {}],
    ['answers/1/delete', {}],
  ] as const)
    assert.equal((await asBob.form(`${address}/${act}`, sent)).status, 404, act);
  assert.match(String((await asNobody.page(path)).location), /^\/signin/);
});
