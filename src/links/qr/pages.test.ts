import assert from 'node:assert/strict';
import sharp from 'sharp';
import { type Hop, testHop } from '../../../test/ask-hop.ts';
import { decodeCode } from './drawing/drawing.ts';

const path = '/dashboard/qr';
const url = 'https://example.com/page';

/** Creates a code with the form and returns the path of its page. */
async function create(hop: Hop, fields: Record<string, string> = {}): Promise<string> {
  const { status, location, text } = await hop.form(`${path}/new`, { type: 'link', url, ...fields });
  assert.equal(status, 303, text);
  return String(location);
}

/** Decodes the image shown on the page. */
async function scanShown(text: string): Promise<string | undefined> {
  const [, base64 = ''] = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(text) ?? [];
  return decodeCode(Buffer.from(base64, 'base64'));
}

testHop(
  'a code is designed, found, updated, deleted and restored with forms',
  async ({ asAda, asNobody }) => {
    assert.match((await asAda.page(path)).text, /Create your first QR code/);
    const address = await create(asAda, {
      name: 'Poster <b>',
      foreground: '#145040',
      shape: 'dots',
      margin: '2',
    });
    const shown = await asAda.page(address);
    assert.match(shown.text, /<h1>Poster &lt;b&gt;<\/h1>/);
    const [, code = ''] = /hop\.test\/qr\/([0-9a-z]{6})</.exec(shown.text) ?? [];
    const picture = await asAda.page(`${address}/picture?format=svg`);
    assert.match(picture.text, /fill="#145040"/);
    assert.equal(await decodeCode(Buffer.from(picture.text)), `http://hop.test/qr/${code}`);
    assert.match((await asAda.page(`${path}?q=poster`)).text, /Poster &lt;b&gt;<\/a>/);
    assert.match((await asAda.page(`${path}?q=other`)).text, /No matching codes/);
    const edit = await asAda.page(`${address}/edit`);
    assert.match(edit.text, /value="https:\/\/example\.com\/page"/);
    assert.match(edit.text, /value="#145040"/);
    assert.equal(await scanShown(edit.text), `http://hop.test/qr/${code}`);
    const saved = await asAda.form(`${address}/edit`, {
      type: 'link',
      url: 'https://example.org/new',
      name: 'Poster',
    });
    assert.deepEqual([saved.status, saved.location], [303, address]);
    assert.match((await asAda.page(address)).text, /https:\/\/example\.org\/new/);
    const deleted = await asAda.form(`${address}/delete`);
    assert.match((await asAda.page(String(deleted.location))).text, /QR code deleted[^]*Undo/);
    assert.equal((await asAda.page(address)).status, 404);
    assert.equal((await asNobody.page(`/qr/${code}.svg`)).status, 404);
    await asAda.form(`${address}/restore`);
    assert.match((await asAda.page(path)).text, />Poster<\/a>/);
  },
);

testHop('each kind has its own fields', async ({ asAda }) => {
  const rows = [
    ['text', /<textarea[^>]*name="text"/],
    ['vcard', /name="lastName"/],
    ['wifi', /name="ssid"[^]*name="encryption"/],
    ['email', /name="subject"/],
    ['phone', /name="phone"/],
    ['sms', /name="message"/],
  ] as const;
  for (const [kind, fields] of rows) {
    const { status, text } = await asAda.page(`${path}/new?type=${kind}`);
    assert.equal(status, 200, text);
    assert.match(text, fields);
    assert.equal(
      await scanShown(text),
      kind === 'vcard' ? 'http://hop.test/qr/abc234' : 'http://hop.test/qr/abc234',
    );
  }
  const wifi = await create(asAda, {
    type: 'wifi',
    ssid: 'Home',
    password: 'secret;1',
    encryption: 'WPA',
    dynamic: 'no',
  });
  const picture = await asAda.page(`${wifi}/picture?format=svg`);
  assert.equal(await decodeCode(Buffer.from(picture.text)), String.raw`WIFI:T:WPA;S:Home;P:secret\;1;;`);
  assert.doesNotMatch((await asAda.page(path)).text, /secret/);
});

testHop('the preview follows the entered values, with scripts and without', async ({ asAda }) => {
  const fields = { type: 'text', text: 'Hello', dynamic: 'no', shape: 'rounded' };
  const part = await asAda.form(`${path}/preview`, fields);
  assert.equal(part.status, 200);
  assert.match(part.text, /^<figure class="code-preview"/);
  assert.equal(await scanShown(part.text), 'Hello');
  const page = await asAda.form(`${path}/new`, { ...fields, act: 'preview' });
  assert.equal(page.status, 200);
  assert.match(page.text, /Hello\s*<\/textarea>/);
  assert.equal(await scanShown(page.text), 'Hello');
  const address = await create(asAda, { type: 'text', text: 'Before', dynamic: 'no' });
  const changed = await asAda.form(`${address}/preview`, { type: 'text', text: 'After', dynamic: 'no' });
  assert.equal(await scanShown(changed.text), 'After');
  const faint = await asAda.form(`${path}/preview`, { ...fields, foreground: '#eeeeee' });
  assert.equal(faint.status, 200);
  assert.match(faint.text, /Contrast too low/);
});

testHop('a rejected form keeps the entered values, with the error at its field', async ({ asAda }) => {
  const rows = [
    [{ type: 'link', url: 'nonsense' }, 'url', /http/],
    [{ type: 'phone', phone: 'call me' }, 'phone', /not a phone number/],
    [{ type: 'wifi', password: 'x' }, 'ssid', /SSID/],
    [{ type: 'link', url, foreground: '#dddddd' }, 'foreground', /Contrast too low/],
    [{ type: 'link', url, margin: '40' }, 'margin', /0 to 10/],
  ] as const;
  for (const [fields, field, message] of rows) {
    const answer = await asAda.form(`${path}/new`, { name: 'Kept', ...fields });
    assert.equal(answer.status, 422, JSON.stringify(fields));
    assert.match(new RegExp(`id="field-${field}-error">([^]*?)</p>`).exec(answer.text)?.[1] ?? '', message);
    assert.match(answer.text, /value="Kept"/);
  }
  const address = await create(asAda);
  const answer = await asAda.form(`${address}/edit`, { type: 'link', url: 'nonsense' });
  assert.equal(answer.status, 422);
  assert.match(answer.text, /value="nonsense"/);
  assert.equal((await asAda.form(`${path}/new`, { type: 'cats' })).status, 422);
});

testHop('a logo survives a preview without scripts, is saved, and removed', async ({ asAda }) => {
  const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b03060' } })
    .png()
    .toBuffer();
  const keptLogo = `data:image/png;base64,${logo.toString('base64')}`;
  const address = await create(asAda, { keptLogo });
  const picture = async () => (await asAda.page(`${address}/picture?format=svg`)).text;
  assert.match(await picture(), /<image /);
  assert.match((await asAda.page(`${address}/edit`)).text, /name="removeLogo"/);
  await asAda.form(`${address}/edit`, { type: 'link', url });
  assert.match(await picture(), /<image /);
  await asAda.form(`${address}/edit`, { type: 'link', url, removeLogo: 'yes' });
  assert.doesNotMatch(await picture(), /<image /);
});

testHop('a short link has a QR code to download', async ({ asAda, asBob }) => {
  const { body } = await asAda.api('POST', '/api/url/add', { url, custom: 'spring' });
  const address = `/dashboard/links/${Number(body.id)}/qr`;
  const { status, text } = await asAda.page(address);
  assert.equal(status, 200);
  assert.equal(await scanShown(text), 'http://hop.test/spring');
  const picture = await asAda.page(`${address}/picture?format=svg&size=300&download=1`);
  assert.equal(await decodeCode(Buffer.from(picture.text)), 'http://hop.test/spring');
  assert.equal((await asAda.page(`${address}/picture?format=pdf`)).text.slice(0, 5), '%PDF-');
  for (const each of [address, `${address}/picture`]) assert.equal((await asBob.page(each)).status, 404);
});

testHop('returns 404 for codes of other accounts', async ({ asAda, asBob, asNobody }) => {
  const address = await create(asAda);
  for (const each of [address, `${address}/edit`, `${address}/picture`])
    assert.equal((await asBob.page(each)).status, 404, each);
  for (const act of ['edit', 'preview', 'delete', 'restore'])
    assert.equal((await asBob.form(`${address}/${act}`, { type: 'link', url })).status, 404, act);
  assert.match(String((await asNobody.page(path)).location), /^\/signin/);
  assert.match((await asBob.page(path)).text, /Create your first QR code/);
});
