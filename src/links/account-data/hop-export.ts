import { sql } from 'kysely';
import type { ExportedService } from '../../identity/exports/exports.ts';
import type { App } from '../../platform/app.ts';
import { csvSheet } from '../../platform/archive/csv-sheet.ts';
import { streamRows } from '../../platform/archive/stream-rows.ts';
import { shortAddress } from '../record/link.ts';
import { hopSections } from './sections.ts';

export const hopExport: ExportedService = {
  name: 'Hop',
  schema: 'links',
  oneAtATime: 'data_export_under_way',
  pageOf: ({ config }) => `${config.hopUrl}/dashboard/data`,
  sections: hopSections,
  others: (accountId) => [{ name: 'links.csv', content: (app) => linksAsCsv(app, accountId) }],
};

interface CsvRow {
  alias: string;
  domain: string | null;
  url: string;
  title: string;
  clicks: string;
  at: string;
}

async function* linksAsCsv(app: App, accountId: string): AsyncGenerator<string> {
  const sheet = csvSheet(rowsOf(app, accountId), { lineEnd: 'windows' });
  sheet.setEncoding('utf8');
  for await (const part of sheet) yield String(part);
}

async function* rowsOf(app: App, accountId: string): AsyncGenerator<string[]> {
  yield ['short', 'url', 'title', 'clicks', 'made'];
  const query = sql<CsvRow>`
    select link.alias, domain.scheme || '://' || domain.host as domain, link.url, link.title,
      coalesce(total.clicks, 0)::text as clicks, to_char(link.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from links.link
    left join links.domain on domain.id = link.domain_id
    left join links.link_total total on total.link_id = link.id
    where link.account_id = ${accountId} and link.deleted_at is null and link.purpose = 'link'
    order by link.id`;
  for await (const link of streamRows(app, query))
    yield [shortAddress(app.config, link), link.url, link.title, link.clicks, link.at];
}
