import assert from 'node:assert/strict';
import { parse as parseCsv } from 'csv-parse/sync';
import ICAL from 'ical.js';
import { SaxesParser } from 'saxes';
import { buffer } from 'node:stream/consumers';
import { testPlaza } from '../ask-plaza.ts';
import { foldVcard, toVcard } from '../../src/links/qr/content/content.ts';
import { csvSheet } from '../../src/platform/archive/section.ts';
import { addComment } from '../../src/social/comments/comments.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';

/** Texts that some format refuses or takes for syntax. */
const nasty: Readonly<Record<string, string>> = {
  'a noncharacter': 'a\uFFFFb',
  'the other noncharacter': 'a\uFFFEb',
  'a noncharacter of plane 0': 'a\uFDD0b',
  'a noncharacter of plane 1': 'a\u{1FFFF}b',
  'a noncharacter of plane 16': 'a\u{10FFFE}b',
  'a bell': 'a\u0007b',
  'an escape': 'a\u001B[31mb',
  'a form feed': 'a\fb',
  'a C1 control': 'a\u0085b\u009Fc',
  'the end of a CDATA section': 'a]]>b<![CDATA[c',
  markup: '</title></item><script>alert(1)</script>',
  entities: '&#0; &#xFFFF; &lt; &bogus;',
  'line breaks': 'a\rb\r\nc\u2028d\u2029e',
  injection: 'x\r\nBEGIN:VCARD\r\nEND:VCARD\nATTENDEE:evil',
  'a formula': '=HYPERLINK("https://evil.example";"x")',
  'emoji and marks': '👨‍👩‍👧‍👦e\u0301'.repeat(20),
  'bidi controls': 'a\u202Eb\u2067c',
  quotes: '"\'`\\,;',
};
/** Those that only JSON escapes can carry. */
const onlyEscaped = {
  'a lone surrogate': 'a\uD800b',
  'a low surrogate': '\uDC00',
  'surrogates in reverse': '\uDE00\uD83D',
};

function parseXml(text: string): string {
  const parser = new SaxesParser({ xmlns: true });
  let read = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (piece) => void (read += piece));
  parser.on('cdata', (piece) => void (read += piece));
  parser.write(text).close();
  return read;
}

const formats = [
  '/feeds/posts/rss',
  '/feeds/posts/atom',
  '/feeds/posts/json',
  '/feeds/articles/rss',
  '/feeds/articles/atom',
  '/sitemap.xml',
  '/opensearch.xml',
];

testPlaza(
  'every format can be parsed, whatever people wrote and older rows contain',
  async ({ app, plaza, ada }) => {
    const write = (text: string) =>
      Promise.all(
        (['post', 'article'] as const).map((kind) =>
          publishPost(app, ada, {
            kind,
            title: kind === 'post' ? '' : text,
            text: `${kind} ${text}`,
            privacy: 'public',
            photos: [],
          }),
        ),
      );
    const read = async (path: string, accept = '*/*') => {
      const { status, text } = await plaza.page(undefined, path, { accept });
      assert.equal(status, 200, path);
      return text;
    };
    const checkAll = async (name: string) => {
      for (const path of formats) {
        const text = await read(path);
        if (path.endsWith('json')) JSON.parse(text);
        else
          try {
            parseXml(text);
          } catch (error) {
            assert.fail(`${name} at ${path}: ${String(error)}`);
          }
      }
      for (const [, path = ''] of (await read('/sitemap.xml')).matchAll(/<loc>http:\/\/plaza\.test([^<]*)</g))
        parseXml(await read(path));
    };
    for (const [name, text] of Object.entries({ ...nasty, ...onlyEscaped })) {
      const ids = await write(`${name} ${text}`);
      await checkAll(name);
      // Rows from before texts were cleaned. PostgreSQL stores everything except NUL and lone surrogates.
      const before = text.toWellFormed();
      await app.db.updateTable('social.post').set({ text: before }).where('id', 'in', ids).execute();
      await app.db
        .updateTable('social.post')
        .set({ title: before })
        .where('id', '=', ids[1] ?? '')
        .execute();
      await app.db
        .updateTable('identity.account')
        .set({ first_name: before.slice(0, 40), last_name: before.slice(0, 40) })
        .where('id', '=', ada.id)
        .execute();
      await checkAll(`a row with ${name}`);
    }
  },
);

testPlaza(
  'a request with any character is stored without it or refused, and never fails',
  async ({ plaza, ada, app }) => {
    const post = await publishPost(app, ada, { text: 'A post', privacy: 'public', photos: [] });
    await addComment(app, ada, post, 'A comment');
    for (const [name, text] of Object.entries({ ...nasty, ...onlyEscaped, NUL: 'a\0b' })) {
      const isNul = name === 'NUL';
      const sent = await plaza.api(ada, 'POST', '/apis/php/posts/post', {
        text: `${name}: ${text}`,
        privacy: 'public',
      });
      assert.equal(sent.status, isNul ? 400 : 200, `${name}: ${JSON.stringify(sent.body)}`);
    }
    const rows = await app.db.selectFrom('social.post').select('text').execute();
    for (const { text } of rows)
      assert.doesNotMatch(text, /[\0-\x08\x0B-\x1F\x7F-\x9F]|\p{Noncharacter_Code_Point}/u, text);
  },
);

testPlaza('vCards and CSV keep every text in its field', async () => {
  for (const [name, text] of Object.entries({ ...nasty, ...onlyEscaped })) {
    const vcard = foldVcard(
      toVcard({
        firstName: text,
        lastName: text,
        organization: text,
        position: text,
        email: 'a@example.com',
        mobile: '1',
        phone: '2',
        fax: '',
        street: text,
        city: text,
        region: '',
        zip: '',
        country: '',
        website: 'https://example.com/',
        note: text,
        version: '3.0',
      }),
    );
    assert.doesNotMatch(vcard, /[^\r]\n|\r[^\n]/, name);
    for (const line of vcard.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, `${name}: ${line}`);
    const [, properties] = ICAL.parse(vcard) as [string, [string, object, string, unknown][]];
    assert.equal(properties.filter(([property]) => property === 'version').length, 1, name);
    const note = properties.find(([property]) => property === 'note')?.[3];
    const expected = text
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[\0-\x08\x0B-\x1F\x7F-\x9F]|\p{Noncharacter_Code_Point}/gu, '');
    assert.equal(String(note).replaceAll(String.raw`\;`, ';'), expected, name);

    const rows = (async function* () {
      yield [text, 'next'];
      await Promise.resolve();
    })();
    const csv = (await buffer(csvSheet(rows))).toString();
    const [cells] = parseCsv(csv, { bom: true });
    assert.deepEqual(cells, [`${text.startsWith('=') ? "'" : ''}${text.toWellFormed()}`, 'next'], name);
  }
});
