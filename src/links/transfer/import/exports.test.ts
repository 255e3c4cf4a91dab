import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { addPerson } from '../../../../test/world.ts';
import { accountTotal, clickTotals } from '../../clicks/statistics/totals.ts';
import { insertClicks, clickLines, sampleClick } from '../../clicks/spool/insert-clicks.ts';
import { getStatistics } from '../../clicks/statistics/statistics.ts';
import { checkAlias } from '../../dashboard/builder-pages.ts';
import { listAndCountLinks } from '../../link/list-links.ts';
import { updateLink } from '../../shorten/change-links.ts';
import { addLinkImport, startLinkImport } from './imports.ts';
import { checkImport } from './check-import.ts';
import type { LinkFormatName } from './formats.ts';
import { getLinkImport } from './reading.ts';
import { runLinkImport } from './run-import.ts';
import { walkLinks } from '../export.ts';

/** Alias, URL, clicks, tags. */
type Row = [string, string, number, string];

const to = (path: string) => `https://example.com/${path}`;

/**
 * The export formats of each service, according to its public code and documentation, with the expected
 * links.
 */
const exports: [LinkFormatName, string, string, Row[]][] = [
  [
    'bitly',
    'CSV of the web application',
    '\u{feff}Title,Link,Custom Link,Destination URL,Tags,Created,Engagements\r\n' +
      `"Spring, sale",https://bit.ly/3xYz9Ab,https://go.example.org/spring,${to('spring')},"print, spring",2024-03-01T10:00:00+0000,"1,204"\r\n` +
      `Plain,bit.ly/4aBcDeF,,${to('plain')},,2024-03-02T10:00:00+0000,0\r\n`,
    [
      ['spring', to('spring'), 1204, 'print spring'],
      ['3xYz9Ab', to('spring'), 0, 'print spring'],
      ['4aBcDeF', to('plain'), 0, ''],
    ],
  ],
  [
    'bitly',
    'CSV with API field names, lists as JSON',
    'created_at,id,link,custom_bitlinks,long_url,title,archived,tags,clicks\n' +
      `2021-01-02T03:04:05+0000,bit.ly/2ab,https://bit.ly/2ab,[],${to('1')},One,False,[],7\n` +
      `2021-01-02T03:04:05+0000,bit.ly/2cd,https://bit.ly/2cd,"['https://bit.ly/two', 'https://go.example.org/zwei']",${to('2')},Two,False,"[""a"", ""b""]",8\n`,
    [
      ['2ab', to('1'), 7, ''],
      ['two', to('2'), 8, 'a b'],
      ['zwei', to('2'), 0, 'a b'],
      ['2cd', to('2'), 0, 'a b'],
    ],
  ],
  [
    'bitly',
    'CSV with the original and the current URL, and bare aliases',
    'Bitlink,Custom Back-Half,Long URL,Destination URL,Total Engagements\n' +
      `bit.ly/5hIjK,menu,${to('old')},${to('new')},3\n`,
    [
      ['menu', to('new'), 3, ''],
      ['5hIjK', to('new'), 0, ''],
    ],
  ],
  [
    'bitly',
    'JSON of the API',
    `{"links":[{"id":"bit.ly/2ab","link":"https://bit.ly/2ab","long_url":"${to('')}","title":"One","tags":["a","b"],"custom_bitlinks":[],"created_at":"2024-03-01T10:00:00+0000","archived":false}]}`,
    [['2ab', to(''), 0, 'a b']],
  ],
  [
    'yourls',
    'the Import Export plugin',
    `source,target,hits\r\n/ozh/,${to('ozh')},12\r\n/b/,${to('b')},0\r\n/4x/,"${to('x')}?a=1,2",305\r\n/docs/start/,${to('docs')},4\r\n`,
    [
      ['ozh', to('ozh'), 12, ''],
      ['b', to('b'), 0, ''],
      ['4x', `${to('x')}?a=1,2`, 305, ''],
      ['docs-start', to('docs'), 4, ''],
    ],
  ],
  [
    'yourls',
    'the table of links as CSV',
    `"keyword","url","title","timestamp","ip","clicks"\n"a","${to('a')}","Say ""hello""","2020-05-17 08:01:02","127.0.0.1","9"\n`,
    [['a', to('a'), 9, '']],
  ],
  [
    'dub',
    'CSV with every column',
    'Short link,Destination URL,Clicks,Leads,Conversions,Revenue,Created at,Link ID,Updated at,Tags,Archived\n' +
      `https://dub.sh/launch,${to('launch')},4711,3,1,12.00,2025-02-03T04:05:06.789Z,link_1KAP4CDPBSVMMBMH9XX3YZZ0Z,2025-02-04T04:05:06.789Z,"marketing, Q1",No\n` +
      `https://dub.sh/docs/api,${to('api')},5,0,0,0,2025-02-03T04:05:06.789Z,link_2,2025-02-04T04:05:06.789Z,,No\n`,
    [
      ['launch', to('launch'), 4711, 'marketing Q1'],
      ['docs-api', to('api'), 5, ''],
    ],
  ],
  [
    'dub',
    'JSON of the API',
    `[{"id":"link_1","domain":"dub.sh","key":"gh","url":"${to('gh')}","shortLink":"https://dub.sh/gh","archived":false,"expiresAt":null,"password":null,"title":"Code","description":null,"tags":[{"id":"tag_1","name":"dev","color":"red"},{"id":"tag_2","name":"oss","color":"blue"}],"comments":"ours","clicks":42,"createdAt":"2024-01-01T00:00:00.000Z"}]`,
    [['gh', to('gh'), 42, 'dev oss']],
  ],
  [
    'rebrandly',
    'JSON of the API',
    `[{"id":"ffs24cc5","title":"A car","slashtag":"burn10M","destination":"${to('car')}","createdAt":"2016-07-13T10:54:12.000Z","updatedAt":"2016-07-13T10:54:12.000Z","shortUrl":"rebrand.ly/burn10M","domain":{"id":"8f10","ref":"/domains/8f10","fullName":"rebrand.ly"},"tags":[{"id":"t1","name":"cars","color":"ff0000"}],"clicks":42,"favourite":false}]`,
    [['burn10M', to('car'), 42, 'cars']],
  ],
  [
    'rebrandly',
    'CSV of its recipe',
    `id,title,slashtag,destination,shortUrl,domain,clicks,createdAt,tags\n1,A car,x,${to('car')},rebrand.ly/x,rebrand.ly,17,2016-07-13T10:54:12.000Z,"cars,fast"\n`,
    [['x', to('car'), 17, 'cars fast']],
  ],
  [
    'tinycc',
    'JSON of the API',
    `{"error":{"code":0,"message":""},"urls":[{"hash":"h","long_url":"${to('h')}","short_url":"m.tiny.cc/h","total_clicks":31,"unique_clicks":20,"last_visit":null,"protected":false,"archived":false,"note":"flyer","expiration_date":null,"max_clicks":0,"tags":["paper"],"links":{"qr_small":"s","qr_big":"b"}}],"page":{"results_count":1,"total_count":1,"offset":0}}`,
    [['h', to('h'), 31, 'paper']],
  ],
  [
    'tinycc',
    'CSV of the same columns',
    `hash,long_url,short_url,total_clicks,unique_clicks,note,expiration_date,tags\nmenu,${to('menu')},tiny.cc/menu,6,5,,2019-01-01 00:00:00,"food,paper"\n`,
    [['menu', to('menu'), 6, 'food paper']],
  ],
  [
    'shlink',
    'CSV of the web client',
    `createdAt,title,shortUrl,domain,shortCode,longUrl,tags,visits\n2022-10-01T12:00:00+02:00,A title,https://s.test/tOuT,,tOuT,${to('')},print|spring,4\n2022-10-01T12:00:00+02:00,,https://s.test/a/b,,a/b,${to('b')},,2\n`,
    [
      ['tOuT', to(''), 4, 'print spring'],
      ['a/b', to('b'), 2, ''],
    ],
  ],
  [
    'shlink',
    'JSON of the API, with a summary of visits',
    `{"shortUrls":{"data":[{"shortCode":"x1y","shortUrl":"https://s.test/x1y","longUrl":"${to('1')}","dateCreated":"2022-10-01T12:00:00+02:00","tags":["a"],"meta":{"validSince":null,"validUntil":null,"maxVisits":500},"domain":null,"title":null,"crawlable":false,"visitsSummary":{"total":88,"nonBots":80,"bots":8}},{"shortCode":"x2y","longUrl":"${to('2')}","dateCreated":"2022-10-01T12:00:00+02:00","tags":[],"visitsCount":5}],"pagination":{"currentPage":1,"pagesCount":1}}}`,
    [
      ['x1y', to('1'), 88, 'a'],
      ['x2y', to('2'), 5, ''],
    ],
  ],
  [
    'kutt',
    'JSON of the API',
    `{"limit":10,"skip":0,"total":1,"data":[{"id":"1","address":"abc","target":"${to('k')}","description":"Ours","password":false,"banned":false,"visit_count":3,"expire_in":null,"link":"https://kutt.it/abc","created_at":"2023-01-02T03:04:05.000Z","updated_at":"2023-01-02T03:04:05.000Z"}]}`,
    [['abc', to('k'), 3, '']],
  ],
  [
    'kutt',
    'its table of links as CSV of PostgreSQL',
    'id,address,description,banned,banned_by_id,domain_id,password,expire_in,target,user_id,visit_count,created_at,updated_at,uuid\n' +
      `1,abc,,f,,,,,${to('k')},1,3,2023-01-02 03:04:05.678+00,2023-01-02 03:04:05.678+00,0f6b1a0e-3b5c-4c36-8f0b-6f2a4c1d9e10\n` +
      `2,gone,"Spam, reported",t,1,,,,${to('b')},1,9,2023-01-02 03:04:05.678+00,2023-01-02 03:04:05.678+00,0f6b1a0e-3b5c-4c36-8f0b-6f2a4c1d9e11\n`,
    [
      ['abc', to('k'), 3, ''],
      ['gone', to('b'), 9, ''],
    ],
  ],
  [
    'polr',
    'its table of links as CSV of MySQL',
    '"id","short_url","long_url","ip","creator","clicks","secret_key","is_disabled","is_custom","is_api","created_at","updated_at","long_url_hash"\n' +
      `"1","0","${to('p')}","127.0.0.1","ada","12","","0","0","0","2018-01-02 03:04:05","2018-01-02 03:04:05","2f1e3b"\n` +
      `"2","flyer","${to('f')}","127.0.0.1","ada","7","","1","1","0","2018-01-02 03:04:05","2018-01-02 03:04:05","9a8c"\n`,
    [
      ['0', to('p'), 12, ''],
      ['flyer', to('f'), 7, ''],
    ],
  ],
  [
    'yourls',
    'JSON of the statistics of its API',
    `{"links":{"link_1":{"shorturl":"http:\\/\\/sho.rt\\/ozh","url":"${to('ozh')}","title":"Ozh","timestamp":"2020-05-17 08:01:02","ip":"127.0.0.1","clicks":"12"},"link_2":{"shorturl":"http:\\/\\/sho.rt\\/b2","url":"${to('b')}","title":"","timestamp":"2020-05-17 08:01:02","ip":"127.0.0.1","clicks":"0"}},"stats":{"total_links":"2","total_clicks":"12"},"statusCode":200,"message":"success"}`,
    [
      ['ozh', to('ozh'), 12, ''],
      ['b2', to('b'), 0, ''],
    ],
  ],
  [
    'shlink',
    'CSV of the current web client, with a domain in every row',
    `createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits\n2024-10-01T12:00:00+02:00,s.test,tOuT,https://s.test/tOuT,${to('')},"A ""title""",print|spring,4\n`,
    [['tOuT', to(''), 4, 'print spring']],
  ],
  [
    'shlink',
    'CSV that its importer reads, with semicolons',
    `longURL;tags;domain;short code;Title\n${to('a')};foo,baz;example.org;def;my title\n${to('b')};;;ghi;\n`,
    [
      ['def', to('a'), 0, 'baz foo'],
      ['ghi', to('b'), 0, ''],
    ],
  ],
  [
    'gempixel',
    'JSON of its API',
    `{"error":"0","data":{"result":1,"perpage":2,"currentpage":1,"nextpage":1,"maxpage":1,"urls":[{"id":2,"alias":"google","shorturl":"https:\\/\\/s.test\\/google","longurl":"${to('g')}","clicks":4,"title":"Google","description":"","date":"2020-11-10 18:01:43"}]}}`,
    [['google', to('g'), 4, '']],
  ],
  [
    'short',
    'JSON of the API',
    `{"count":1,"links":[{"idString":"lnk_1","originalURL":"${to('s')}","path":"hello","shortURL":"https://s.example.org/hello","title":"Hello","tags":["a"],"createdAt":"2023-01-02T03:04:05.000Z","hasPassword":false,"clicks":13}]}`,
    [['hello', to('s'), 13, 'a']],
  ],
];

for (const [format, from, text, expected] of exports)
  test(`every link, alias, tag and click of an export is imported: ${format}, ${from}`, async (app) => {
    const ada = await addPerson(app, 'ada');
    const { id } = await addLinkImport(app, ada, { name: 'export', body: Buffer.from(text) });
    await checkImport(app, { id });
    const found = await getLinkImport(app, ada, id);
    assert.deepEqual([found.problem, found.format, found.rowCount], [null, format, expected.length]);
    await startLinkImport(app, ada, id);
    await runLinkImport(app, { id });
    const { created, refused } = await getLinkImport(app, ada, id);
    assert.deepEqual([created, refused], [expected.length, 0]);
    const links: Row[] = [];
    for await (const { alias, url, clicks, tags } of walkLinks(app, ada))
      links.push([alias, url, clicks, tags.join(' ')]);
    assert.deepEqual(links, expected);
  });

test('imported clicks count in totals and in sorting by clicks, but add no visits', async (app) => {
  const ada = await addPerson(app, 'ada');
  const body = Buffer.from(
    `source,target,hits\n/few/,${to('')},3\n/many/,${to('')},900\n/none/,${to('')},0\n`,
  );
  const { id } = await addLinkImport(app, ada, { name: 'yourls.csv', body });
  await checkImport(app, { id });
  await startLinkImport(app, ada, id);
  await runLinkImport(app, { id });
  const list = async (order: 'click' | 'last') =>
    (await listAndCountLinks(app, ada, { order, page: 1, perPage: 10 })).links.map(({ alias, clicks }) => [
      alias,
      clicks,
    ]);
  assert.deepEqual(await list('click'), [
    ['many', 900],
    ['few', 3],
    ['none', 0],
  ]);
  const links = await app.db.selectFrom('links.link').select(['id', 'alias']).execute();
  const few = links.find(({ alias }) => alias === 'few')?.id ?? '';
  await insertClicks(app, clickLines(sampleClick({ linkId: few })));
  assert.deepEqual((await list('last'))[0], ['few', 4]);
  assert.deepEqual((await clickTotals(app, [few])).get(few), {
    clicks: 4,
    imported: 3,
    uniques: 1,
    lastClickAt: new Date(sampleClick().at),
  });
  const { clicks, imported, uniques } = await accountTotal(app, ada.id);
  assert.deepEqual([clicks, imported, uniques], [904, 903, 1]);
  const range = { from: new Date('2026-02-01'), to: new Date('2026-04-01'), step: 'day' } as const;
  assert.equal((await getStatistics(app, few, range)).clicks, 1);
});

test('a short imported alias is kept when its link is updated, but chosen aliases must be longer', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLinkImport(app, ada, {
    name: 'yourls.csv',
    body: Buffer.from(`keyword,url\nb,${to('')}\nq,${to('')}\n`),
  });
  await checkImport(app, { id });
  await startLinkImport(app, ada, id);
  await runLinkImport(app, { id });
  const refusals = await app.db.selectFrom('links.import_refusal').select(['alias', 'reason']).execute();
  assert.deepEqual(refusals, [{ alias: 'q', reason: '“q” is reserved. Choose another alias.' }]);
  const link = await app.db.selectFrom('links.link').select('id').executeTakeFirstOrThrow();
  const changed = await updateLink(app, ada, link.id, { url: to('new'), alias: 'b' });
  assert.deepEqual([changed.alias, changed.url], ['b', to('new')]);
  await assert.rejects(updateLink(app, ada, link.id, { url: to(''), alias: 'c' }), { field: 'custom' });
  assert.deepEqual(await checkAlias(app, ada, { custom: 'b' }, link.id), { isFree: true });
  assert.equal((await checkAlias(app, ada, { custom: 'c' }, link.id))?.isFree, false);
});

test('an expired link is imported as expired, and invalid clicks are rejected', async (app) => {
  const ada = await addPerson(app, 'ada');
  const rows = [`${to('')},over,2020-01-01,5`, `${to('')},odd,,many`, `${to('')},less,,-1`];
  const { id } = await addLinkImport(app, ada, {
    name: 'own.csv',
    body: Buffer.from(`url,alias,expires,clicks\n${rows.join('\n')}\n`),
  });
  await checkImport(app, { id });
  await startLinkImport(app, ada, id);
  await runLinkImport(app, { id });
  const links = await app.db.selectFrom('links.link').select(['alias', 'expires_at']).execute();
  assert.deepEqual(links, [{ alias: 'over', expires_at: new Date('2020-01-01T00:00:00Z') }]);
  const refusals = await app.db.selectFrom('links.import_refusal').select(['alias', 'field']).execute();
  assert.deepEqual(refusals, [
    { alias: 'odd', field: 'clicks' },
    { alias: 'less', field: 'clicks' },
  ]);
});
