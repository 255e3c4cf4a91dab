import { msg, invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { detectFormat } from './formats.ts';
import { guessMapping } from './mapping.ts';
import { readLinks } from './import.ts';
import type { LinkImport, ImportedLink, ImportPreview, RefusedRow, SampleLink } from './import.ts';
import { getFileContent, getOwner, place, selectImports, takenAddresses } from './reading.ts';
import { planLink, toSlug, type ImportOwner, type PlannedLink } from './plan-link.ts';
import { parseFile, type ReadFile } from './parse-file.ts';
import { t } from '../../../web/translation/translate.ts';

type Unchecked = LinkImport & { accountId: string };
type Reading = Pick<LinkImport, 'format' | 'mapping' | 'duplicates'>;

const shown = 8;
const maxColumns = 200;
const batch = 200;

/**
 * Parses the whole file as the import would, checks which aliases are taken, and stores a preview, or the
 * problem that makes the file unusable. If the settings change in the meantime, another job handles them.
 */
export async function checkImport(app: App, { id }: { id: string }): Promise<void> {
  const found = await findUnchecked(app, id);
  if (!found) return;
  try {
    const file = await parseFile(app, found.accountId, await getFileContent(app, id));
    const reading = found.rowCount === 0 ? { ...found, ...detect(file) } : found;
    const preview = await createPreview(app, await getOwner(app, { id: found.accountId }), file, reading);
    if (preview.rows === 0) throw invalid('file', msg('The file has no rows below the header'));
    await store(app, found, {
      format: reading.format,
      mapping: JSON.stringify(reading.mapping),
      row_count: preview.rows,
      preview: JSON.stringify(preview),
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    await store(app, found, { problem: t(error.text) });
  }
}

const findUnchecked = (app: App, id: string): Promise<Unchecked | undefined> =>
  selectImports(app)
    .select('import.account_id as accountId')
    .where('import.id', '=', id)
    .where('import.started_at', 'is', null)
    .where('import.preview', 'is', null)
    .where('import.problem', 'is', null)
    .executeTakeFirst();

function detect({ columns }: ReadFile): Pick<Reading, 'format' | 'mapping'> {
  const format = detectFormat(columns);
  return { format, mapping: format === 'columns' ? guessMapping(columns) : {} };
}

async function store(
  { db }: App,
  { id, reading }: Unchecked,
  values: { problem: string } | { format: string; mapping: string; row_count: number; preview: string },
): Promise<void> {
  await db
    .updateTable('links.import')
    .set(values)
    .where('id', '=', id)
    .where('reading', '=', reading)
    .where('started_at', 'is', null)
    .execute();
}

interface PlannedRow {
  row: number;
  link: ImportedLink;
  plan: PlannedLink;
}

async function createPreview(
  app: App,
  owner: ImportOwner,
  file: ReadFile,
  reading: Reading,
): Promise<ImportPreview> {
  const { HOP_IMPORT_ROWS: maxRows } = app.config;
  const sample: SampleLink[] = [];
  const refusals: RefusedRow[] = [];
  const seen = new Set<string>();
  let [row, created, refused] = [0, 0, 0];

  const refuse = (row: number, link: ImportedLink, problem: Problem) => {
    refused++;
    if (refusals.length < shown) refusals.push(toRefusal(row, link, problem));
  };
  const settle = async (waiting: readonly PlannedRow[]) => {
    const places = waiting.map(({ plan }) => ({ domain: plan.host, alias: plan.input.alias ?? '' }));
    const taken = await takenAddresses(app, owner.accountId, places);
    for (const { row, link, plan } of waiting) {
      const { alias } = plan.input;
      const at = place(plan.host, alias ?? '');
      const isTaken = alias !== undefined && (taken.has(at) || seen.has(at));
      if (alias !== undefined) seen.add(at);
      if (isTaken && reading.duplicates === 'skip') {
        refuse(row, link, new Problem('conflict', msg('“{alias}” is taken', { alias }), { field: 'custom' }));
        continue;
      }
      created++;
      const isSlug = link.alias !== undefined && toSlug(link.alias) !== link.alias;
      if (sample.length < shown) sample.push(toSample(row, plan, isTaken || isSlug));
    }
  };

  let waiting: PlannedRow[] = [];
  for await (const link of readLinks(file, reading)) {
    row++;
    if (row > maxRows)
      throw invalid(
        'file',
        msg('The file has more than {maxRows} rows. Split it into parts.', {
          maxRows: maxRows,
        }),
      );
    try {
      waiting.push({ row, link, plan: planLink(link, owner) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refuse(row, link, error);
    }
    if (waiting.length < batch) continue;
    await settle(waiting);
    waiting = [];
  }
  await settle(waiting);
  return { columns: file.columns.slice(0, maxColumns), rows: row, created, refused, sample, refusals };
}

const toSample = (
  row: number,
  { host, input, tags, clicks }: PlannedLink,
  isRenamed: boolean,
): SampleLink => ({
  row,
  host,
  alias: input.alias ?? '',
  url: input.url,
  title: input.title ?? '',
  tags,
  clicks,
  isRenamed,
});

export const toRefusal = (row: number, link: ImportedLink, problem: Problem): RefusedRow => ({
  row,
  field: problem.field ?? '',
  reason: t(problem.text),
  address: (link.url ?? '').slice(0, 2000),
  alias: (link.alias ?? '').slice(0, 200),
});
