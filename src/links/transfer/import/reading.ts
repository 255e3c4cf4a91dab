import { sql } from 'kysely';
import { missing, msg } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { csvSheet } from '../../../platform/archive/section.ts';
import type { Download } from '../../../platform/http/endpoint.ts';
import { selectDomains } from '../../domains/domain.ts';
import type { LinkFormatName, Mapping } from './formats.ts';
import type { LinkImport, ImportPreview } from './import.ts';
import type { ImportOwner } from './plan-link.ts';

export const selectImports = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.import as import')
    .select([
      'import.id',
      'import.file_name as fileName',
      'import.row_count as rowCount',
      'import.next_row as nextRow',
      'import.created',
      'import.refused',
      'import.fetched',
      'import.fetch_total as fetchTotal',
      'import.reading',
      'import.problem',
      'import.created_at as createdAt',
      'import.started_at as startedAt',
      'import.finished_at as finishedAt',
    ])
    .select((row) => [
      row('import.source_key', 'is not', null).$castTo<boolean>().as('isFetching'),
      row('import.preview', 'is not', null).$castTo<boolean>().as('isChecked'),
      row.ref('import.format').$castTo<LinkFormatName>().as('format'),
      row.ref('import.mapping').$castTo<Mapping>().as('mapping'),
      row.ref('import.duplicates').$castTo<LinkImport['duplicates']>().as('duplicates'),
    ]);

/**
 * Returns one of the viewer's imports. Throws a `Problem` if it does not exist or belongs to another account.
 */
export async function getLinkImport(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<LinkImport> {
  const found = await selectImports(app)
    .where('import.account_id', '=', viewer.id)
    .where('import.id', '=', id)
    .executeTakeFirst();
  if (!found) throw missing(msg('Import'));
  return found;
}

/** Returns the preview. Undefined: not available yet. */
export async function findPreview({ db }: Pick<App, 'db'>, id: string): Promise<ImportPreview | undefined> {
  const row = await db
    .selectFrom('links.import')
    .select((row) => row.ref('preview').$castTo<ImportPreview | null>().as('preview'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.preview ?? undefined;
}

/** Returns the viewer's latest imports. */
export const listLinkImports = (app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<LinkImport[]> =>
  selectImports(app)
    .where('import.account_id', '=', viewer.id)
    .orderBy('import.id', 'desc')
    .limit(20)
    .execute();

/** Returns the first links of an import that have another alias than in the file. */
export const listRenames = ({ db }: Pick<App, 'db'>, id: string, max: number): Promise<Rename[]> =>
  db
    .selectFrom('links.import_rename')
    .select(['row_number as row', 'alias_before as before', 'alias_after as after'])
    .where('import_id', '=', id)
    .orderBy('row_number')
    .limit(max)
    .execute();

export interface Rename {
  row: number;
  before: string;
  after: string;
}

export async function getFileContent({ db }: Pick<App, 'db'>, id: string): Promise<Buffer> {
  const file = await db
    .selectFrom('links.import_file')
    .select('content')
    .where('import_id', '=', id)
    .executeTakeFirst();
  if (!file) throw missing(msg('The file'));
  return file.content;
}

/** Returns which of these addresses the account cannot use, in the format of `place`. */
export async function takenAddresses(
  { db }: Pick<App, 'db'>,
  accountId: string,
  places: readonly { domain: string; alias: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ host: string; alias: string }>`
    select wanted.host, wanted.alias
    from unnest(${places.map(({ domain }) => domain)}::text[], ${places.map(({ alias }) => alias)}::text[])
      as wanted (host, alias)
    left join links.domain on domain.host = wanted.host
    where exists (
      select from links.link
      where coalesce(link.domain_id, 0) = coalesce(domain.id, 0) and link.alias = wanted.alias
        and link.deleted_at is null)
    or (domain.id is null and exists (
      select from links.reserved_alias as reserved
      where reserved.alias_hash = links.alias_hash(wanted.alias) and reserved.former_owner_id <> ${accountId}))`.execute(
    db,
  );
  return new Set(rows.map(({ host, alias }) => place(host, alias)));
}

export const place = (domain: string, alias: string) => `${domain}/${alias}`;

export async function getOwner(app: App, viewer: Pick<Viewer, 'id'>): Promise<ImportOwner> {
  const domains = await selectDomains(app).where('account_id', '=', viewer.id).execute();
  return {
    accountId: viewer.id,
    hosts: new Set(domains.map(({ host }) => host)),
    now: app.clock.now(),
    config: app.config,
  };
}

const batch = 1000;

/** Exports the rejected rows of an import with reasons as CSV. */
export async function exportRejectedRows(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Download> {
  await getLinkImport(app, viewer, id);
  return {
    type: 'text/csv; charset=utf-8',
    body: csvSheet(walkRefusals(app, id), { columns: ['row', 'reason', 'field', 'url', 'alias'] }),
    headers: { 'content-disposition': `attachment; filename="refused-rows-${id}.csv"` },
  };
}

/** Exports the links that were created with another alias than in the file as CSV. */
export async function exportRenames(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Download> {
  await getLinkImport(app, viewer, id);
  return {
    type: 'text/csv; charset=utf-8',
    body: csvSheet(walkRenames(app, id), { columns: ['row', 'before', 'after'] }),
    headers: { 'content-disposition': `attachment; filename="changed-aliases-${id}.csv"` },
  };
}

async function* walkRenames({ db }: Pick<App, 'db'>, id: string) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('links.import_rename')
      .select(['row_number as row', 'alias_before as before', 'alias_after as after'])
      .where('import_id', '=', id)
      .where('row_number', '>', after)
      .orderBy('row_number')
      .limit(batch)
      .execute();
    yield* rows;
    after = rows.at(-1)?.row ?? after;
    if (rows.length < batch) return;
  }
}

async function* walkRefusals({ db }: Pick<App, 'db'>, id: string) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('links.import_refusal')
      .select(['row_number as row', 'reason', 'field', 'address as url', 'alias'])
      .where('import_id', '=', id)
      .where('row_number', '>', after)
      .orderBy('row_number')
      .limit(batch)
      .execute();
    yield* rows;
    after = rows.at(-1)?.row ?? after;
    if (rows.length < batch) return;
  }
}
