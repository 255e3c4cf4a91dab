import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { withRemote } from '../../../test/peers/remote-links.ts';
import { addPerson } from '../../../test/world.ts';
import { addRemoteImport, fetchImportJob } from './fetch-import.ts';
import { checkImportJob, runLinkImportJob, startLinkImport } from './import/imports.ts';
import { getLinkImport } from './import/reading.ts';

/** What each service answers by path, as its public documents and clients show it. */
const services: Record<
  string,
  {
    header: [string, string];
    answers: Record<string, unknown>;
    links: [alias: string, url: string, title: string][];
  }
> = {
  bitly: {
    header: ['authorization', 'Bearer token'],
    answers: {
      '/v4/groups': { groups: [{ guid: 'Ba1' }, { guid: 'Ba2' }] },
      '/v4/groups/Ba1/bitlinks?size=100&archived=both': {
        links: [
          {
            id: 'bit.ly/one',
            link: 'https://bit.ly/one',
            long_url: 'https://example.com/1',
            title: 'One',
            tags: ['a'],
          },
        ],
        pagination: { search_after: 'next/1', size: 100 },
      },
      '/v4/groups/Ba1/bitlinks?size=100&archived=both&search_after=next%2F1': {
        links: [
          { id: 'bit.ly/two', link: 'https://bit.ly/two', long_url: 'https://example.com/2', title: '' },
        ],
        pagination: { search_after: '' },
      },
      '/v4/groups/Ba2/bitlinks?size=100&archived=both': { links: [], pagination: { search_after: '' } },
    },
    links: [
      ['one', 'https://example.com/1', 'One'],
      ['two', 'https://example.com/2', 'example.com'],
    ],
  },
  dub: {
    header: ['authorization', 'Bearer token'],
    answers: {
      '/links?page=1&pageSize=100': Array.from({ length: 100 }, (_, n) => ({
        ...{ id: `link_${n}`, domain: 'dub.sh', key: `d${n}`, shortLink: `https://dub.sh/d${n}` },
        ...{ url: `https://example.com/${n}`, title: `T ${n}`, tags: [{ id: 't', name: 'x', color: 'red' }] },
      })),
      '/links?page=2&pageSize=100': [
        {
          id: 'link_x',
          domain: 'dub.sh',
          key: 'last',
          shortLink: 'https://dub.sh/last',
          url: 'https://example.com/x',
        },
      ],
    },
    links: [
      ['d7', 'https://example.com/7', 'T 7'],
      ['last', 'https://example.com/x', 'example.com'],
    ],
  },
  short: {
    header: ['authorization', 'token'],
    answers: {
      '/api/domains': [{ id: 12, hostname: 's.example' }],
      '/api/links?domain_id=12&limit=150&dateSortOrder=asc': {
        links: [
          {
            idString: 'lnk_1',
            path: 'aa',
            originalURL: 'https://example.com/a',
            shortURL: 'https://s.example/aa',
            title: 'A',
          },
        ],
        nextPageToken: 'p2',
      },
      '/api/links?domain_id=12&limit=150&dateSortOrder=asc&pageToken=p2': {
        links: [
          {
            idString: 'lnk_2',
            path: 'bb',
            originalURL: 'https://example.com/b',
            shortURL: 'https://s.example/bb',
          },
        ],
      },
    },
    links: [
      ['aa', 'https://example.com/a', 'A'],
      ['bb', 'https://example.com/b', 'example.com'],
    ],
  },
  rebrandly: {
    header: ['apikey', 'token'],
    answers: {
      '/v1/links?limit=25&orderBy=createdAt&orderDir=asc': Array.from({ length: 25 }, (_, n) => ({
        ...{ id: `r${n}`, slashtag: `reb${n}`, destination: `https://example.com/${n}`, title: `R ${n}` },
        domain: { id: 'd', fullName: 'rebrand.ly' },
      })),
      '/v1/links?limit=25&orderBy=createdAt&orderDir=asc&last=r24': [
        {
          id: 'r25',
          slashtag: 'reb-end',
          destination: 'https://example.com/end',
          title: '',
          domain: { fullName: 'rebrand.ly' },
        },
      ],
    },
    links: [
      ['reb3', 'https://example.com/3', 'R 3'],
      ['reb-end', 'https://example.com/end', 'example.com'],
    ],
  },
};

for (const [from, { header, answers, links }] of Object.entries(services))
  test(`links are read by the API of ${from}, page by page`, async (own) => {
    const ada = await addPerson(own, 'ada');
    const { app, asked } = withRemote(own, ({ url }) => {
      const { pathname, search } = new URL(url);
      const body = answers[pathname + search];
      return { status: body === undefined ? 404 : 200, body: body ?? '' };
    });
    const id = await addRemoteImport(app, ada, { from: from as 'bitly', address: '', key: 'token' });
    await fetchImportJob.work(app, { id });
    assert.deepEqual(
      asked.map(({ url }) => url.replace(/^https:\/\/[^/]+/, '')),
      Object.keys(answers),
    );
    assert.ok(asked.every(({ headers }) => headers[header[0]] === header[1]));
    assert.equal((await getLinkImport(app, ada, id)).problem, null);
    await checkImportJob.work(app, { id });
    await startLinkImport(app, ada, id);
    await runLinkImportJob.work(app, { id });
    const { created, refused: failed, format } = await getLinkImport(app, ada, id);
    const total = Object.values(answers).flatMap((answer) =>
      Array.isArray(answer) ? (answer as object[]) : ((answer as { links?: object[] }).links ?? []),
    );
    assert.deepEqual(
      [format, created, failed],
      [from, total.filter((row) => !('hostname' in row)).length, 0],
    );
    for (const [alias, url, title] of links) {
      const link = await app.db
        .selectFrom('links.link')
        .select(['url', 'title'])
        .where('alias', '=', alias)
        .executeTakeFirst();
      assert.deepEqual(link, { url, title }, alias);
    }
  });
