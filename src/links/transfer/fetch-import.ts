import { sql } from 'kysely';
import { Type } from 'typebox';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { seal, unseal } from '../../kernel/secrets.ts';
import { seconds, hours } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../platform/app.ts';
import { addJob, job } from '../../platform/jobs/jobs.ts';
import { outboundAgent } from '../product.ts';
import {
  checkImportJob,
  jobOptions,
  OneImport,
  purgeLinkImports,
  refuseMoreFiles,
  runLinkImportJob,
} from './import/imports.ts';
import { sourceNames, type SourceName, sources } from './sources.ts';
import { joinPagesTask, type ReadPage, readPageTask } from './remote-pages.ts';
import { runSandboxed, type SandboxTurn } from '../../platform/sandbox/sandbox.ts';

const longestKey = 500;
/** Of a service that never ends its list. */
const mostPages = 20_000;
/** Of addresses that are still to be read, which are stored with each page. */
const longestRest = 200_000;

/**
 * Starts to read the links of an account at another service, or at another installation of this API family. A job reads
 * its list page by page, and then continues as for a file. Returns the id of the import.
 */
export const addRemoteImport = verb(
  { name: 'transfer.fetch', who: 'member', limit: perAccount(20, hours(1)) },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    { from = 'gempixel', address, key }: { from?: SourceName; address: string; key: string },
  ): Promise<string> => {
    const base = sources[from].start || parseBase(address);
    const trimmed = key.trim().replace(/^(Bearer|Token)\s+/i, '');
    if (trimmed === '' || trimmed.length > longestKey || /[^\x21-\x7e]/.test(trimmed))
      throw invalid('key', msg('Enter the API key of the other service'));
    return inTransaction(app, async (app) => {
      await refuseMoreFiles(app, viewer);
      const { id } = await app.db
        .insertInto('links.import')
        .values({
          account_id: viewer.id,
          file_name: new URL(base).host,
          format: from,
          row_count: 0,
          source_url: base,
          source_key: seal(app.config.secretKey, trimmed),
          created_at: app.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addJob(app, fetchImportJob, { id }, jobOptions(viewer.id, `fetch:${id}`));
      return id;
    });
  },
);

/** Accepts the address of the service or of its API, with or without a scheme. */
function parseBase(address: string): string {
  const typed = address.trim();
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url || typed === '' || typed.length > 500 || url.username !== '' || !url.hostname.includes('.'))
    throw invalid('address', msg('Enter the address of the other service, such as https://go.example.com'));
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api$/, '')}`;
}

/**
 * Reads the remaining pages of an import. Each page is committed, so that an interrupted job continues with the
 * next, or with the last one again. When all are read, they become a file and the key is deleted.
 */
async function fetchImport(app: App, { id }: { id: string }): Promise<void> {
  for (;;) {
    const found = await findFetching(app, id);
    if (!found) return;
    try {
      const page = await getRemotePage(app, found);
      if ('later' in page) {
        await continueLater(app, found, page.later);
        return;
      }
      await storeRemotePage(app, found, page);
      if (page.rest !== '') continue;
      await finishFetching(app, found);
      return;
    } catch (error) {
      // The other service is at fault, or its address or key are wrong. Everything else is tried again.
      if (!(error instanceof Problem) || error.status === 503) throw error;
      await giveUp(app, id, t(error.text));
      return;
    }
  }
}

export const fetchImportJob = job('links.fetch-import', OneImport, fetchImport, { runner: 'import' });

interface Fetching {
  id: string;
  accountId: string;
  from: SourceName;
  /** The address of the installation, or what is still to be read at a service. */
  rest: string;
  key: Buffer;
  pages: number;
  fetched: number;
  bytes: number;
}

async function findFetching({ db }: Pick<App, 'db'>, id: string): Promise<Fetching | undefined> {
  const row = await db
    .selectFrom('links.import')
    .select(['id', 'account_id as accountId', 'format', 'source_url as rest', 'source_key as key', 'fetched'])
    .select([
      sql<number>`(select coalesce(max(page), 0) from links.import_page where import_id = import.id)`.as(
        'pages',
      ),
      sql<string>`(select coalesce(sum(length(content)), 0) from links.import_page where import_id = import.id)`.as(
        'bytes',
      ),
    ])
    .where('id', '=', id)
    .where('source_key', 'is not', null)
    .executeTakeFirst();
  const from = sourceNames.find((name) => name === row?.format);
  if (!row?.rest || !row.key || !from) return undefined;
  return { ...row, from, rest: row.rest, key: row.key, bytes: Number(row.bytes) };
}

/** Returns the next page, or when to ask again if the other service asks to wait. */
async function getRemotePage(app: App, found: Fetching): Promise<ReadPage | { later: number }> {
  const source = sources[found.from];
  const url = source.address(found);
  const answer = await app.outbound.fetch(url, {
    headers: {
      ...outboundAgent(app.config),
      ...source.authorize(unseal(app.config.secretKey, found.key)),
      accept: 'application/json',
    },
    within: seconds(30),
    // A key is for its own service only.
    hops: 0,
  });
  const { status } = answer;
  if (status === 429 || status >= 500) return { later: waitOf(String(answer.headers['retry-after'])) };
  if (status === 401 || status === 403)
    throw invalid('key', msg('The other service does not accept this API key'));
  const base = found.from === 'gempixel' ? found.rest : new URL(url).origin;
  const { from, rest, pages } = found;
  const page =
    status === 200
      ? await runSandboxed(app, readPageTask, { from, rest, pages, answer: answer.body }, turnOf(found))
      : undefined;
  if (!page)
    throw invalid(
      'address',
      msg('There is no API of this kind at {base}. It answered with status {status}.', { base, status }),
    );
  return page;
}

const turnOf = ({ accountId }: Fetching): SandboxTurn => ({ class: 'imports', owner: accountId });

/** Most services allow thirty requests a minute. A date is as good as nothing. */
function waitOf(retryAfter: string): number {
  const asked = Number(retryAfter);
  return Number.isFinite(asked) ? seconds(Math.min(Math.max(asked, 1), 3600)) : seconds(65);
}

async function storeRemotePage(
  app: App,
  found: Fetching,
  { content, count, total, rest }: ReadPage,
): Promise<void> {
  const { HOP_IMPORT_ROWS: maxRows, HOP_IMPORT_MIB: maxMebibytes } = app.config;
  const fetched = found.fetched + count;
  if (
    fetched > maxRows ||
    found.bytes + content.length > maxMebibytes * 1024 ** 2 ||
    found.pages >= mostPages ||
    rest.length > longestRest
  )
    throw invalid(
      'address',
      msg('The other service has more links than can be imported at once. Use its export.'),
    );
  await inTransaction(app, async ({ db }) => {
    await db
      .insertInto('links.import_page')
      .values({ import_id: found.id, page: found.pages + 1, content })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .updateTable('links.import')
      .set({
        fetched,
        fetch_total: Math.max(Number.isSafeInteger(total) ? total : 0, fetched),
        ...(rest !== '' && { source_url: rest }),
      })
      .where('id', '=', found.id)
      .execute();
  });
}

/** Combines the pages to a file. Links that moved to a later page while it was read are there once. */
async function finishFetching(app: App, found: Fetching): Promise<void> {
  const { id, accountId } = found;
  const pages = await app.db
    .selectFrom('links.import_page')
    .select('content')
    .where('import_id', '=', id)
    .orderBy('page')
    .execute();
  const texts = pages.map(({ content }) => content);
  const { content, count } = await runSandboxed(app, joinPagesTask, texts, turnOf(found));
  const problem = count === 0 ? t('The other service has no links') : null;
  await inTransaction(app, async (app) => {
    const { db } = app;
    await db
      .insertInto('links.import_file')
      .values({ import_id: id, content: Buffer.from(content) })
      .execute();
    await db.deleteFrom('links.import_page').where('import_id', '=', id).execute();
    await db.updateTable('links.import').set({ source_key: null, problem }).where('id', '=', id).execute();
    if (problem === null) await addJob(app, checkImportJob, { id }, jobOptions(accountId, `check:${id}`));
  });
}

async function continueLater(app: App, { id, accountId }: Fetching, wait: number): Promise<void> {
  const runAt = new Date(app.clock.now().getTime() + wait);
  await addJob(app, fetchImportJob, { id }, { ...jobOptions(accountId, `fetch:${id}`), runAt });
}

async function giveUp({ db }: Pick<App, 'db'>, id: string, problem: string): Promise<void> {
  await db.deleteFrom('links.import_page').where('import_id', '=', id).execute();
  await db.updateTable('links.import').set({ source_key: null, problem }).where('id', '=', id).execute();
}

export const transferJobs = [
  fetchImportJob,
  checkImportJob,
  runLinkImportJob,
  job('links.purge-imports', Type.Object({}), purgeLinkImports, { cron: '50 3 * * *' }),
];
