import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog, testConfig } from '../../../../test/app.ts';
import { detectFormat, formats, type LinkFormatName } from './formats.ts';
import { guessMapping } from './mapping.ts';
import { parseFile } from './parse-file.ts';
import type { ImportedLink } from './import.ts';

const app = { config: testConfig(), log: silentLog };

/** Sample exports of each service with two rows. */
const files: [LinkFormatName, string, Partial<ImportedLink>[]][] = [
  [
    'bitly',
    '\u{feff}Link,Title,Long URL,Custom Link,Tags,Created,Clicks\r\n' +
      'https://bit.ly/3xYz9,"Spring, sale",https://example.com/spring,https://go.example.org/spring,"[""print"", ""spring""]",2024-03-01T10:00:00+0000,12\r\n' +
      'bit.ly/4aBcD,,https://example.com/,,,,0\r\n',
    [
      { alias: 'spring', domain: 'go.example.org', url: 'https://example.com/spring', title: 'Spring, sale', tags: 'print, spring', created: '2024-03-01T10:00:00+0000' },
      { alias: '4aBcD', domain: 'bit.ly', url: 'https://example.com/', tags: '' },
    ],
  ],
  [
    'bitly',
    '{"links":[{"id":"bit.ly/2ab","link":"https://bit.ly/2ab","long_url":"https://example.com/","title":"One","tags":["a","b"],"custom_bitlinks":[],"created_at":"2024-03-01T10:00:00+0000","archived":false}]}',
    [{ alias: '2ab', url: 'https://example.com/', tags: 'a, b' }],
  ],
  [
    'yourls',
    'keyword,url,title,timestamp,ip,clicks\nozh,https://example.com/,"Say ""hello""",2020-05-17 08:01:02,127.0.0.1,7\nb,https://example.com/b,,1589702462,::1,0\n',
    [
      { alias: 'ozh', title: 'Say "hello"', created: '2020-05-17 08:01:02' },
      { alias: 'b', created: '2020-05-17T08:01:02.000Z' },
    ],
  ],
  [
    'kutt',
    'id,address,banned,password,expire_in,target,visit_count,created_at\n1,abc,f,,,https://example.com/,3,2023-01-02 03:04:05.678+00\n2,gone,t,$2a$12$x,,https://example.com/,9,2023-01-02 03:04:05.678+00\n',
    [
      { alias: 'abc', isOff: false, isLocked: false },
      { alias: 'gone', isOff: true, isLocked: true },
    ],
  ],
  [
    'polr',
    'id,short_url,long_url,clicks,secret_key,is_disabled\n1,0,https://example.com/,12,,0\n2,flyer,https://example.com/,7,,t\n',
    [
      { alias: '0', isOff: false },
      { alias: 'flyer', isOff: true },
    ],
  ],
  [
    'bitly',
    '{"links":[{"id":"bit.ly/gone","link":"https://bit.ly/gone","long_url":"https://example.com/","is_deleted":true}]}',
    [{ alias: 'gone', isOff: true }],
  ],
  [
    'kutt',
    '{"limit":10,"skip":0,"total":2,"data":[{"id":"1","address":"abc","target":"https://example.com/","description":"Ours","password":false,"banned":false,"visit_count":3,"expire_in":null,"link":"https://kutt.it/abc","created_at":"2023-01-02T03:04:05.000Z","updated_at":"2023-01-02T03:04:05.000Z"},{"id":"2","address":"lock","target":"https://example.com/","password":true,"banned":true,"link":"https://kutt.it/lock"}]}',
    [
      { alias: 'abc', url: 'https://example.com/', description: 'Ours', expiry: '', isLocked: false, isOff: false, domain: 'kutt.it' },
      { alias: 'lock', isLocked: true, isOff: true },
    ],
  ],
  [
    'shlink',
    'createdAt;domain;longUrl;shortCode;shortUrl;tags;title;visits\n2022-10-01T12:00:00+02:00;;https://example.com/;tOuT;https://s.test/tOuT;print|spring;A title;4\n',
    [{ alias: 'tOuT', domain: 's.test', tags: 'print, spring', title: 'A title', created: '2022-10-01T12:00:00+02:00' }],
  ],
  [
    'shlink',
    '{"shortUrls":{"data":[{"shortCode":"x1y","shortUrl":"https://s.test/x1y","longUrl":"https://example.com/","dateCreated":"2022-10-01T12:00:00+02:00","tags":["a"],"meta":{"validUntil":null,"maxVisits":5},"domain":null,"title":null}]}}',
    [{ alias: 'x1y', tags: 'a', title: '' }],
  ],
]; // prettier-ignore

for (const [format, text, expected] of files)
  test(`an export of ${formats()[format].label} is detected by its columns and parsed: ${text.slice(0, 12)}`, async () => {
    const file = await parseFile(app, '1', Buffer.from(text));
    assert.equal(detectFormat(file.columns), format);
    const links = [];
    for await (const cells of file.rows()) links.push(formats()[format].toLink(cells, {}));
    assert.equal(links.length, text.includes('"total":2') ? 2 : expected.length);
    for (const [index, link] of links.entries())
      assert.deepEqual({ ...link, ...expected[index] }, link, `row ${index + 1}`);
  });

test('custom columns are mapped by their names and parsed accordingly', async () => {
  const file = await parseFile(
    app,
    '1',
    Buffer.from('Name\tDestination URL\tSlug\tFolder\nOne\thttps://example.com/\tone\tNews\n'),
  );
  assert.equal(detectFormat(file.columns), 'columns');
  const mapping = guessMapping(file.columns);
  assert.deepEqual(mapping, { url: 'Destination URL', alias: 'Slug', title: 'Name', channels: 'Folder' });
  for await (const cells of file.rows()) {
    const link = formats().columns.toLink(cells, mapping);
    assert.deepEqual(
      [link.url, link.alias, link.title, link.channels],
      ['https://example.com/', 'one', 'One', 'News'],
    );
  }
});

const rows = 'Kürzel;Ziel\nä;https://example.com/?a=1,2\n"b;c";https://example.com/\n';
const utf16 = (text: string) => Buffer.from(`\u{feff}${text}`, 'utf16le');

for (const [name, content] of [
  ['separator', Buffer.from(rows)],
  ['byte order mark', Buffer.from(`\u{feff}${rows}`)],
  ['declared separator', Buffer.from(`sep=;\r\n${rows.replaceAll('\n', '\r\n')}`)],
  ['byte order mark and declared separator', Buffer.from(`\u{feff}sep=;\r\n${rows}`)],
  ['declared tab', Buffer.from(`sep=\t\n${rows.replaceAll(/;(?=Z|h)/g, '\t')}`)],
  ['little-endian UTF-16', utf16(rows.replaceAll(/;(?=Z|h)/g, '\t'))],
  ['big-endian UTF-16', utf16(rows).swap16()],
] as const)
  test(`a CSV file with ${name} is read`, async () => {
    const file = await parseFile(app, '1', content);
    assert.deepEqual(file.columns, ['Kürzel', 'Ziel']);
    const found = [];
    for await (const cells of file.rows()) found.push(cells);
    assert.deepEqual(found, [
      { kürzel: 'ä', ziel: 'https://example.com/?a=1,2' },
      { kürzel: 'b;c', ziel: 'https://example.com/' },
    ]);
  });

test('a file without links is rejected with a message', async () => {
  const faulty: [string | Buffer, RegExp][] = [
    ['', /empty/],
    ['   \n', /empty/],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /not UTF-8 text/],
    [Buffer.from([0xff, 0xfe, 0x00, 0xd8]), /not UTF-8 text/],
    ['a\0b', /not UTF-8 text/],
    ['{"links":', /as JSON/],
    ['{"links":7}', /not contain a list/],
    ['{"a":{"b":[]}}', /not contain a list/],
    [`url\n"${'x'.repeat(70_000)}"\n`, /as CSV/],
    [`[{"url":"a"},{"url":"${'x'.repeat(70_000)}"}]`, /Row 2 of the file is too long/],
    [`{"links":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested deeper/],
  ];
  for (const [content, message] of faulty)
    await assert.rejects(
      async () => {
        const file = await parseFile(app, '1', Buffer.from(content));
        for await (const cells of file.rows()) assert.ok(cells);
      },
      { name: 'Problem', kind: 'invalid', field: 'file', message },
      String(content).slice(0, 20),
    );
});

test('parsing a file of thousands of short rows does not block the event loop', async () => {
  const file = await parseFile(app, '1', Buffer.from(`url,alias\n${'-\n'.repeat(32_000)}`));
  let turns = 0;
  let isReading = true;
  const takeTurn = () => {
    turns++;
    if (isReading) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  let rows = 0;
  for await (const { url } of file.rows()) rows += url === '-' ? 1 : 0;
  isReading = false;
  assert.equal(rows, 32_000);
  assert.ok(turns > 60, String(turns));
});
