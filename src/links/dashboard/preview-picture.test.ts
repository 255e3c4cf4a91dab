import assert from 'node:assert/strict';
import { loadSharp } from '../../platform/files/sharp.ts';
import { testHop } from '../../../test/ask-hop.ts';

const stored = /^http:\/\/plaza\.test\/content\/uploads\/previews\/\d{4}\/\d\d\/[0-9a-f]+\.webp$/;

testHop(
  'the picture of a link preview is uploaded by form and by the API',
  async ({ app, ask, asAda, asBob }) => {
    const sharp = await loadSharp();
    const png = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#0a7' } })
      .png()
      .toBuffer();
    const imageOf = async (id: unknown) => {
      const { body } = await asAda.api('GET', `/api/url/${String(id)}`);
      return (body.details as { metaimage: string }).metaimage;
    };
    const file = { field: 'picture', name: 'card.png', body: png };
    const created = await asAda.upload('/dashboard/links/new', file, { url: 'https://example.com' });
    assert.equal(created.status, 303, created.text.slice(0, 400));
    const id = /\/links\/(\d+)/.exec(String(created.location))?.[1];
    const first = await imageOf(id);
    assert.match(first, stored);
    const picture = await app.files.read(first.slice(first.indexOf('previews/')));
    assert.ok(picture, 'the file is stored');
    const form = await asAda.page(`/dashboard/links/${id}/edit`);
    assert.match(form.text, /enctype="multipart\/form-data"[^]*name="picture"/);
    await asAda.form(`/dashboard/links/${id}/edit`, { url: 'https://example.com', metaimage: first });
    assert.equal(await imageOf(id), first, 'kept without another upload');
    const wrong = await asAda.upload(
      `/dashboard/links/${id}/edit`,
      { ...file, body: 'no picture' },
      { url: 'https://example.com' },
    );
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /id="field-(edit-)?picture-error"/);
    const form2 = new FormData();
    form2.set('picture', new Blob([new Uint8Array(png)]), 'card.png');
    const encoded = new Response(form2);
    const { body } = await asBob.api('POST', '/api/url/add', { url: 'https://example.com' });
    const refused = await ask({
      method: 'POST',
      url: `/api/url/${String(body.id)}/picture`,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    assert.equal(refused.statusCode, 401);
    assert.equal((await asAda.api('POST', `/api/url/${String(body.id)}/picture`)).status, 404);
    assert.deepEqual((await asAda.api('POST', `/api/url/${String(id)}/picture`)).body, {
      error: 0,
      metaimage: '',
    });
  },
);
