import assert from 'node:assert/strict';
import { test, testWithDatabase, type TestApp } from '../../../../test/app.ts';
import { listenAsHop } from '../../../../test/follow.ts';
import { addLink } from '../../../../test/links.ts';
import { addPerson } from '../../../../test/world.ts';
import type { Viewer } from '../../../platform/app.ts';
import { getLinkImport, listRenames } from './reading.ts';
import { addLinkImport, startLinkImport, updateImport } from './imports.ts';
import { checkImport } from './check-import.ts';
import { parsePastTime } from './cells.ts';
import { runLinkImport } from './run-import.ts';

async function importFile(app: TestApp, owner: Viewer, text: string, { rename = false } = {}) {
  const { id } = await addLinkImport(app, owner, { name: 'export', body: Buffer.from(text) });
  await checkImport(app, { id });
  const { format } = await getLinkImport(app, owner, id);
  if (rename) {
    await updateImport(app, owner, id, { format, mapping: {}, duplicates: 'rename' });
    await checkImport(app, { id });
  }
  await startLinkImport(app, owner, id);
  await runLinkImport(app, { id });
  const links = await app.db
    .selectFrom('links.link')
    .select(['alias', 'url', 'title', 'description', 'created_at', 'disabled_at', 'expires_at'])
    .where('account_id', '=', owner.id)
    .orderBy('id')
    .execute();
  const refusals = await app.db
    .selectFrom('links.import_refusal')
    .select(['row_number as row', 'field', 'reason'])
    .where('import_id', '=', id)
    .orderBy('row_number')
    .execute();
  return { id, format, links, refusals, renames: await listRenames(app, id, 100) };
}

const to = (path: string) => `https://example.com/${path}`;

test('the API of the family is imported with titles, notes, dates and campaigns', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { format, links } = await importFile(
    app,
    ada,
    JSON.stringify({
      error: '0',
      data: {
        result: 2,
        perpage: 15,
        currentpage: 1,
        nextpage: null,
        maxpage: 1,
        urls: [
          {
            id: 2,
            alias: 'google',
            shorturl: 'https://go.test/google',
            longurl: to('g'),
            clicks: '4',
            title: 'Google',
            description: 'For the talk',
            date: '2020-11-10 18:01:43',
            campaign: { id: 3, name: 'Spring' },
            expiry: '0000-00-00 00:00:00',
          },
          {
            id: 1,
            alias: 'b',
            shorturl: 'https://go.test/b',
            longurl: to('b'),
            clicks: 0,
            title: '',
            description: '',
            date: '2020-11-09 10:00:00',
            campaign: null,
          },
        ],
      },
    }),
  );
  assert.equal(format, 'gempixel');
  assert.deepEqual(
    links.map(({ alias, description, created_at, expires_at }) => [
      alias,
      description,
      created_at,
      expires_at,
    ]),
    [
      ['google', 'For the talk', new Date('2020-11-10T18:01:43Z'), null],
      ['b', '', new Date('2020-11-09T10:00:00Z'), null],
    ],
  );
  const campaigns = await app.db.selectFrom('links.campaign').select('name').execute();
  assert.deepEqual(campaigns, [{ name: 'Spring' }]);
});

test('the CSV export of the family is a source of its own', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { format, links } = await importFile(
    app,
    ada,
    `Short URL,Long URL,Campaign,Date,Clicks,Unique Clicks\nhttps://go.test/one,${to('1')},Summer,2021-02-03 04:05:06,7,3\n`,
  );
  assert.deepEqual(
    [format, links[0]?.alias, links[0]?.created_at],
    ['gempixel', 'one', new Date('2021-02-03T04:05:06Z')],
  );
});

test('disabled links of Polr stay disabled, and secret links keep their address', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { format, links } = await importFile(
    app,
    ada,
    'id,short_url,long_url,ip,creator,clicks,secret_key,is_disabled,is_custom,is_api,created_at,updated_at\n' +
      `1,abc,${to('a')},127.0.0.1,ada,5,,0,0,0,2019-01-02 03:04:05,2019-01-02 03:04:05\n` +
      `2,off,${to('b')},127.0.0.1,ada,5,,1,1,0,2019-01-02 03:04:05,2019-01-02 03:04:05\n` +
      `3,sec,${to('c')},127.0.0.1,ada,5,k3y9,0,1,0,2019-01-02 03:04:05,2019-01-02 03:04:05\n`,
  );
  assert.equal(format, 'polr');
  assert.deepEqual(
    links.map(({ alias, disabled_at }) => [alias, disabled_at !== null]),
    [
      ['abc', false],
      ['off', true],
      ['sec/k3y9', false],
    ],
  );
});

testWithDatabase('aliases with slashes work as they were printed', async ({ app }, context) => {
  const ada = await addPerson(app, 'ada');
  await importFile(
    app,
    ada,
    'Short link,Destination URL,Clicks,Created at,Tags\n' +
      `https://dub.sh/d/docs,${to('docs')},1,2025-02-03T04:05:06.789Z,\n` +
      `https://dub.sh/a/b/c,${to('abc')},1,2025-02-03T04:05:06.789Z,\n` +
      `https://dub.sh/docs/api,${to('api')},1,2025-02-03T04:05:06.789Z,\n` +
      `https://dub.sh/x/qr,${to('x')},1,2025-02-03T04:05:06.789Z,\n`,
  );
  const follow = await listenAsHop(app, context);
  const rows: [string, number, string | undefined][] = [
    ['/d/docs', 302, to('docs')],
    ['/d/docs/', 302, to('docs')],
    ['/d/docs?a=b', 302, to('docs')],
    ['/d/%64ocs', 302, to('docs')],
    ['/a/b/c', 302, to('abc')],
    // Paths of the service itself: the alias has hyphens instead.
    ['/docs-api', 302, to('api')],
    ['/x-qr', 302, to('x')],
    ['/d/other', 404, undefined],
    ['/d', 404, undefined],
    ['/avatars/AL/3', 200, undefined],
  ];
  for (const [path, status, location] of rows) {
    const answer = await follow(path);
    assert.deepEqual([answer.status, answer.location ?? undefined], [status, location], path);
  }
});

test('links that changed their alias are listed with both', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addLink(app, 'sale', { account_id: (await addPerson(app, 'bob')).id });
  const csv = `keyword,url,title,timestamp,ip,clicks\nsale,${to('1')},,2020-05-17 08:01:02,,0\ndocs/api,${to('2')},,2020-05-17 08:01:02,,0\nkept,${to('3')},,2020-05-17 08:01:02,,0\n`;
  const { renames } = await importFile(app, ada, csv, { rename: true });
  assert.deepEqual(renames, [
    { row: 1, before: 'sale', after: 'sale-2' },
    { row: 2, before: 'docs/api', after: 'docs-api' },
  ]);
});

test('a date that cannot be read is reported, and never becomes the current time', async (app) => {
  const ada = await addPerson(app, 'ada');
  const dates = [
    '2024-02-30',
    'yesterday',
    '3/4/2024',
    '2999-01-01',
    '31.02.2024',
    '2024-13-01 10:00',
    'x'.repeat(500),
  ];
  const rows = dates.map((date, n) => `d${n},${to(String(n))},"${date}"\n`).join('');
  const { links, refusals } = await importFile(
    app,
    ada,
    `alias,url,created\n${rows}ok,${to('ok')},2024-02-29\nnone,${to('none')},\n`,
  );
  assert.deepEqual(
    links.map(({ alias }) => alias),
    ['ok', 'none'],
  );
  assert.deepEqual(
    refusals.map(({ row, field }) => [row, field]),
    dates.map((_, n) => [n + 1, 'created']),
  );
  assert.match(refusals[0]?.reason ?? '', /“2024-02-30” cannot be read/);
});

const times: [string, string | undefined][] = [
  ['2024-03-01', '2024-03-01T00:00:00.000Z'],
  ['2024-03-01 10:20:30', '2024-03-01T10:20:30.000Z'],
  ['2024-03-01T10:20:30.123456Z', '2024-03-01T10:20:30.000Z'],
  ['2024-03-01T10:20:30+02:00', '2024-03-01T08:20:30.000Z'],
  ['2024-03-01T10:20:30+0000', '2024-03-01T10:20:30.000Z'],
  ['2024-03-01 10:20:30 UTC', '2024-03-01T10:20:30.000Z'],
  ['2024/3/1 9:05', '2024-03-01T09:05:00.000Z'],
  ['31/12/2024', '2024-12-31T00:00:00.000Z'],
  ['12/31/2024 1:05 PM', '2024-12-31T13:05:00.000Z'],
  ['01.02.2024 10:00', '2024-02-01T10:00:00.000Z'],
  ['5/5/2024', '2024-05-05T00:00:00.000Z'],
  ['March 1, 2024', '2024-03-01T00:00:00.000Z'],
  ['Fri, 01 Mar 2024 10:00:00 GMT', '2024-03-01T10:00:00.000Z'],
  ['1/2/2024', undefined],
  ['2023-02-29', undefined],
  ['2024-03-01 25:00', undefined],
  ['soon', undefined],
  ['1.5', undefined],
];
for (const [text, expected] of times)
  test(`the time ${text} in an export ${expected ? `is ${expected}` : 'cannot be read'}`, () => {
    assert.equal(parsePastTime(text)?.toISOString(), expected);
  });
