import assert from 'node:assert/strict';
import sharp from 'sharp';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { encodeVideo } from '../../../test/chromium/encode-video.ts';

const url = '/apis/php/posts/post';

/** A second of silence. */
function wav(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + 8000, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(8000, 40);
  return Buffer.concat([header, Buffer.alloc(8000, 128)]);
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const page = Buffer.from('<!doctype html><script>alert(1)</script>');
const song = { name: 'song.wav', body: wav() };

interface Record {
  post_id: string;
  photos: unknown[];
  video: { source: string } | null;
  audio: { source: string; name: string; mime_type: string } | null;
  voice_note: { source: string } | null;
  file: { source: string; name: string; size: number; mime_type: string } | null;
  attachments: { type: string; source: string; name: string }[];
}

/** With the signature of a file that is not public. */
const locationOf = (address: string) => new URL(address).href.slice(new URL(address).origin.length);

testPlaza('attaches uploaded audio and files by their paths', async ({ app, ada, bob, plaza }) => {
  const store = async (type: string, file: { name: string; body: Buffer }) =>
    String((await plaza.upload(ada, '/apis/php/data/upload', { type }, file)).body.data);
  const audio = await store('audio', song);
  const note = await store('voice_notes', song);
  const report = await store('file', { name: 'C:\\Reports\\R\u202eeport.pdf', body: pdf });
  const { status, body } = await plaza.api(ada, 'POST', url, {
    text: '',
    privacy: 'public',
    audio,
    voice_note: note,
    files: [report],
  });
  assert.equal(status, 200, body.message);
  const post = body.data as Record;
  assert.equal(post.audio?.source, app.files.address(audio));
  assert.deepEqual([post.audio.name, post.audio.mime_type], ['song.wav', 'audio/wav']);
  assert.equal(post.voice_note?.source, app.files.address(note));
  assert.deepEqual(
    [post.file?.name, post.file?.size, post.file?.mime_type],
    ['Report.pdf', pdf.length, 'application/pdf'],
  );
  assert.deepEqual(
    post.attachments.map(({ type }) => type),
    ['audio', 'voice_note', 'file'],
  );
  const shown = await plaza.page(bob, `/posts/${post.post_id}`);
  assert.match(shown.text, /<audio controls preload="none" aria-label="song.wav">/);
  assert.match(shown.text, /class="file-card"[^>]* download="Report.pdf"/);
  assert.match(shown.text, /PDF · 1 kB/);
  const feed = await plaza.api(ada, 'GET', '/apis/php/data/load?get=newsfeed');
  assert.equal((feed.body.data as Record[])[0]?.file?.name, 'Report.pdf');

  // Rejects uploads of others, missing files and too many files, and keeps attached files.
  for (const [field, path] of [
    ['audio', audio],
    ['file', report],
    ['voice_notes', 'voices/2026/01/none.mp3'],
  ] as const)
    assert.match(
      (await plaza.api(bob, 'POST', url, { text: 'Mine', [field]: path })).body.message,
      new RegExp(`^The file in ${field} was not found`),
    );
  assert.equal(
    (await plaza.api(ada, 'POST', url, { text: 'Many', file: Array(6).fill(report) })).status,
    400,
  );
  const remove = (src: string) => plaza.api(ada, 'POST', '/apis/php/data/delete', { src });
  assert.equal((await remove(report)).status, 409);
  const unused = await store('file', { name: 'x.pdf', body: pdf });
  assert.equal((await remove(unused)).status, 200);
  assert.equal((await plaza.api(ada, 'POST', url, { text: 'Listen', audio: '' })).status, 200);

  // Attachments of a deleted post are not visible to others.
  await plaza.api(ada, 'DELETE', `${url}/${post.post_id}`);
  assert.equal((await plaza.api(bob, 'GET', `${url}/${post.post_id}`)).status, 404);
});

testPlaza('detects the type of attached files by their content', async ({ app, ada, plaza }) => {
  const png = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const send = async (field: string, name: string, body: Buffer) => {
    const answer = await plaza.upload(ada, url, { text: `With ${name}` }, { field, name, body });
    assert.equal(answer.status, 200, answer.body.message);
    return answer.body.data as Record;
  };
  assert.equal((await send('file', 'x.png', png)).photos.length, 1, 'a picture is shown as a photo');
  assert.equal((await send('files', 'x.wav', wav())).audio?.name, 'x.wav');
  assert.equal((await send('audio[]', 'y.wav', wav())).audio?.name, 'y.wav');
  assert.ok((await send('voice_note', 'z.wav', wav())).voice_note);
  assert.ok((await send('document', 'a.mp4', encodeVideo({}))).video);
  const { file } = await send('attachments', 'page.html', page);
  assert.equal(file?.name, 'page.html');
  const served = await plaza.inject({ url: locationOf(file.source) });
  assert.deepEqual(
    ['content-disposition', 'content-type', 'x-content-type-options'].map((name) => served.headers[name]),
    ['attachment', 'text/plain; charset=utf-8', 'nosniff'],
  );
  const { audio } = await send('audio', 'range.wav', wav());
  const part = await plaza.inject({ url: locationOf(audio!.source), headers: { range: 'bytes=0-3' } });
  assert.deepEqual(
    [part.statusCode, part.body, part.headers['content-disposition']],
    [206, 'RIFF', 'inline'],
  );

  const uploads = await app.db.selectFrom('social.upload').select('used_at').execute();
  assert.deepEqual([uploads.length, uploads.every(({ used_at }) => used_at !== null)], [7, true]);
});

testPlaza('names an unsupported file in the error and stores nothing', async ({ app, ada, plaza }) => {
  const refused = async (field: string, body: Buffer, message: RegExp, path = url) => {
    const answer = await plaza.upload(ada, path, { text: 'Look', page_id: '1' }, { field, name: 'x', body });
    assert.ok(answer.status >= 400 && answer.status < 500, `${field}: ${answer.status}`);
    assert.match(answer.body.message, message);
  };
  await refused('sticker', wav(), /^sticker cannot be attached here/);
  await refused('valueof', wav(), /^valueof cannot be attached here/);
  await refused('audio', pdf, /Unsupported audio/);
  await refused('file', Buffer.from('MZ'.padEnd(200, '\0')), /Executable files cannot be uploaded/);
  const form = await plaza.multipart(
    ada,
    '/posts',
    { text: 'Look' },
    { field: 'sticker', name: 'x', body: pdf },
  );
  assert.match(form.text, /sticker cannot be attached/);
  assert.deepEqual(await app.db.selectFrom('social.upload').select('id').execute(), []);
  assert.deepEqual(await app.db.selectFrom('social.post').select('id').execute(), []);
});

testPlaza('keeps the files of a draft', async ({ app, ada, plaza }) => {
  const form = { text: 'Later', do: 'draft', privacy: 'public' };
  await plaza.multipart(ada, '/posts', form, { field: 'files', name: 'song.wav', body: wav() });
  const { id } = await app.db.selectFrom('social.draft').select('id').executeTakeFirstOrThrow();
  assert.match((await plaza.page(ada, `/drafts/${id}`)).text, /Remove song.wav/);
  const published = await plaza.api(ada, 'POST', '/apis/php/drafts/publish', { id });
  assert.equal((published.body.data as Record).audio?.name, 'song.wav');
});

testPlaza('accepts the upload types that existing clients use', async ({ app, ada, plaza }) => {
  const body = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const upload = async (type: string) =>
    String((await plaza.upload(ada, '/apis/php/data/upload', { type }, { name: 'x.png', body })).body.data);
  for (const src of [
    `uploads/${await upload('photo')}`,
    `/content/uploads/${await upload('image')}`,
    await upload('photos'),
  ])
    assert.equal((await plaza.api(ada, 'POST', '/apis/php/data/delete', { src })).status, 200, src);
  const { status, body: refusal } = await plaza.upload(
    ada,
    '/apis/php/data/upload',
    { type: 'videos' },
    { name: 'x.png', body },
  );
  assert.deepEqual([status, refusal.message.includes('Unsupported video')], [400, true]);
  assert.equal((await app.db.selectFrom('social.upload').select('id').execute()).length, 0);
  assert.equal((await plaza.api(ada, 'GET', '/apis/php/app/categories?get=marketplace')).status, 200);
});
