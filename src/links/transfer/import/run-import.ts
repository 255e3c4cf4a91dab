import { sql } from 'kysely';
import { Problem } from '../../../kernel/problem.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import { assignLink, ownedCampaigns } from '../../campaigns/campaigns.ts';
import { assignItem, ownedChannels } from '../../channels/channels.ts';
import { tagLinks } from '../../tags/tags.ts';
import { addImportedClicks } from '../../clicks/spool/insert-clicks.ts';
import { addLink } from '../../shorten/add-links.ts';
import { hashLinkPassword } from '../../shorten/options/endings.ts';
import { storePixels } from '../../shorten/options/tracking.ts';
import { shortestImported } from '../../link/fields.ts';
import type { Link } from '../../link/link.ts';
import { toRefusal } from './check-import.ts';
import { type LinkImport, type ImportedLink, readLinks, type RefusedRow } from './import.ts';
import { parseFile } from './parse-file.ts';
import { type ImportOwner, planLink, type PlannedLink } from './plan-link.ts';
import { getFileContent, getOwner, selectImports } from './reading.ts';

type Running = LinkImport & { accountId: string };

/** Small enough to show progress, and large enough to amortize the commit. */
const batch = 100;

/**
 * Imports the remaining rows of a started import. Each batch is committed together with the number of the
 * next row, so that interrupted or concurrent imports never create a link twice.
 */
export async function runLinkImport(app: App, { id }: { id: string }): Promise<void> {
  const running = await findRunning(app, id);
  if (!running) return;
  const file = await parseFile(app, running.accountId, await getFileContent(app, id));
  const owner = await getOwner(app, { id: running.accountId });
  let next = running.nextRow;
  let row = 0;
  let links: ImportedLink[] = [];
  for await (const link of readLinks(file, running)) {
    row++;
    if (row < next) continue;
    links.push(link);
    if (links.length < batch) continue;
    if (!(await nextBatch(app, running, next, await prepareRows(running, owner, links)))) return;
    next += links.length;
    links = [];
  }
  if (links.length > 0 && !(await nextBatch(app, running, next, await prepareRows(running, owner, links))))
    return;
  await finish(app, id);
}

const findRunning = (app: App, id: string): Promise<Running | undefined> =>
  selectImports(app)
    .select('import.account_id as accountId')
    .where('import.id', '=', id)
    .where('import.started_at', 'is not', null)
    .where('import.finished_at', 'is', null)
    .executeTakeFirst();

interface PreparedRow {
  link: ImportedLink;
  /** The planned link with its password hashed, or the reason for rejection. */
  plan: PlannedLink | Problem;
}

/** Plans and hashes the rows of a batch before its transaction. */
async function prepareRows(
  running: Running,
  owner: ImportOwner,
  links: readonly ImportedLink[],
): Promise<PreparedRow[]> {
  const prepared: PreparedRow[] = [];
  for (const link of links) {
    prepared.push({ link, plan: await prepareLink(running, owner, link) });
  }
  return prepared;
}

async function prepareLink(
  { accountId }: Running,
  owner: ImportOwner,
  link: ImportedLink,
): Promise<PlannedLink | Problem> {
  try {
    const plan = planLink(link, owner);
    const password = await hashLinkPassword({ id: accountId }, plan.input.password);
    return { ...plan, input: { ...plan.input, password } };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return error;
    throw error;
  }
}

/** Imports a batch. Returns false if another process has imported it or the import was deleted. */
function nextBatch(
  app: App,
  running: Running,
  first: number,
  rows: readonly PreparedRow[],
): Promise<boolean> {
  return inTransaction(app, async (app) => {
    const { id } = running;
    const now = await app.db
      .selectFrom('links.import')
      .select('next_row')
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (now?.next_row !== first) return false;
    const refusals: RefusedRow[] = [];
    const created: Created = { tagged: new Map(), clicks: new Map(), renames: [] };
    for (const [index, row] of rows.entries()) {
      const refusal = await importRow(app, running, first + index, row, created);
      if (refusal) refusals.push(refusal);
    }
    for (const [name, ids] of created.tagged) await tagLinks(app, { id: running.accountId }, ids, name);
    await addImportedClicks(app, { id: running.accountId }, created.clicks);
    if (refusals.length > 0)
      await app.db
        .insertInto('links.import_refusal')
        .values(refusals.map(({ row, ...refusal }) => ({ import_id: id, row_number: row, ...refusal })))
        .execute();
    if (created.renames.length > 0)
      await app.db
        .insertInto('links.import_rename')
        .values(created.renames.map((rename) => ({ import_id: id, ...rename })))
        .execute();
    await app.db
      .updateTable('links.import')
      .set((eb) => ({
        next_row: first + rows.length,
        created: eb('created', '+', rows.length - refusals.length),
        refused: eb('refused', '+', refusals.length),
      }))
      .where('id', '=', id)
      .execute();
    return true;
  });
}

/** Data added to the links of a batch together: link ids by tag, and clicks by link id. */
interface Created {
  tagged: Map<string, string[]>;
  clicks: Map<string, number>;
  renames: { row_number: number; alias_before: string; alias_after: string }[];
}

/**
 * Creates the link of one row, or returns the reason for rejection. Its tags and clicks are added with the
 * batch.
 */
async function importRow(
  app: App,
  { accountId, duplicates }: Running,
  row: number,
  { link, plan }: PreparedRow,
  { tagged, clicks, renames }: Created,
): Promise<RefusedRow | undefined> {
  try {
    if (plan instanceof Problem) throw plan;
    const { id, alias } = await inTransaction(app, (app) =>
      createLink(app, { id: accountId }, plan, duplicates),
    );
    const before = link.alias ?? '';
    if (before !== '' && before.normalize('NFC') !== alias)
      renames.push({ row_number: row, alias_before: before.slice(0, 200), alias_after: alias });
    if (plan.clicks > 0) clicks.set(id, plan.clicks);
    for (const tag of plan.tags) tagged.set(tag, [...(tagged.get(tag) ?? []), id]);
    return undefined;
  } catch (error) {
    // The row is not at fault if the database is down. The job stops and continues later.
    if (error instanceof Problem && error.status < 500) return toRefusal(row, link, error);
    throw error;
  }
}

async function finish({ db, clock }: App, id: string): Promise<void> {
  await db.updateTable('links.import').set({ finished_at: clock.now() }).where('id', '=', id).execute();
  await db.deleteFrom('links.import_file').where('import_id', '=', id).execute();
}

/**
 * Creates a planned link with its channels and campaign, which are created if missing. Tags and clicks are
 * added per batch.
 */
async function createLink(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  plan: PlannedLink,
  duplicates: LinkImport['duplicates'],
): Promise<Link> {
  const link = await addUnderFreeAlias(app, viewer, plan, duplicates);
  const { created, expiry, clickLimit, isOff } = plan;
  if (created !== null || expiry !== null || clickLimit !== null || isOff)
    await app.db
      .updateTable('links.link')
      .set({
        created_at: created ?? link.createdAt,
        expires_at: expiry,
        click_limit: clickLimit,
        disabled_at: isOff ? app.clock.now() : null,
      })
      .where('id', '=', link.id)
      .execute();
  for (const name of plan.channels) {
    const id =
      (await findByName(app, 'channel', viewer, name)) ?? (await ownedChannels.add(app, viewer, { name })).id;
    await assignItem(app, viewer, id, { type: 'links', id: link.id });
  }
  if (plan.campaign) {
    const name = plan.campaign;
    const id =
      (await findByName(app, 'campaign', viewer, name)) ??
      (await ownedCampaigns.add(app, viewer, { name })).id;
    await assignLink(app, viewer, id, link.id);
  }
  if (plan.pixels.length > 0) await storePixels(app, link.id, await findPixels(app, viewer, plan.pixels));
  return link;
}

/**
 * Adds a link as `spring`. If the alias is taken and may be changed, tries `spring-2`, `spring-3`, and then a
 * random one.
 */
async function addUnderFreeAlias(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  { input }: PlannedLink,
  duplicates: LinkImport['duplicates'],
): Promise<Link> {
  const { alias } = input;
  const short = { shortestAlias: shortestImported };
  const aliases = duplicates === 'rename' && alias ? [alias, `${alias}-2`, `${alias}-3`, undefined] : [alias];
  for (const other of aliases.slice(0, -1)) {
    try {
      return await inTransaction(app, (app) => addLink(app, viewer, { ...input, alias: other }, short));
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return addLink(app, viewer, { ...input, alias: aliases.at(-1) }, short);
}

const isTaken = (error: unknown) =>
  error instanceof Problem && error.kind === 'conflict' && error.field === 'custom';

async function findByName(
  { db }: App,
  kind: 'channel' | 'campaign',
  viewer: Pick<Viewer, 'id'>,
  name: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(`links.${kind}`)}
    where account_id = ${viewer.id} and lower(name) = lower(${name}) and deleted_at is null`.execute(db);
  return rows[0]?.id;
}

/** Returns the matching pixels of the owner. Pixels of other accounts are not used. */
async function findPixels(
  { db }: App,
  viewer: Pick<Viewer, 'id'>,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from links.pixel where account_id = ${viewer.id} and deleted_at is null
    and provider || ':' || tag = any(${names}::text[]) limit 20`.execute(db);
  return rows.map(({ id }) => id);
}
