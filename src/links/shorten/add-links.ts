import { type Insertable, sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { Problem } from '../../kernel/problem.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { LinksLink } from '../../platform/database/rows.gen.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { verb } from '../../platform/verb.ts';
import { assignLink } from '../campaigns/campaigns.ts';
import { assignItem } from '../channels/channels.ts';
import { type Domain, domainAddress, domainForLink } from '../domains/domain.ts';
import { type Editor, refuseOtherDomain } from '../link/rights.ts';
import {
  parseAlias,
  parseAppAddress,
  parseDescription,
  parseExternalId,
  parseTitleText,
  randomAlias,
  siteName,
} from '../link/fields.ts';
import {
  aliasTaken,
  externalIdTaken,
  findByExternalId,
  type Link,
  publishLinkChange,
  publishLinkChanges,
  type Visibility,
} from '../link/link.ts';
import {
  type Assessment,
  assessTarget,
  gatherKnownFacts,
  type KnownFacts,
  type ModerationState,
  toStanding,
} from '../safety/assessment.ts';
import { setTags } from '../tags/tags.ts';
import { storePixels } from './options/tracking.ts';
import type { LinkInput } from './options/options.ts';
import { parseOptions, withTemplate } from './options/parse-options.ts';

/** Alias length for each attempt at a random alias. Later attempts are longer to avoid collisions. */
const lengths = [5, 5, 5, 6, 6, 7, 7, 7];

/** Creates a short link. An existing alias is a conflict, also for concurrent requests. */
export const addLink = verb(
  { name: 'links.add', who: 'member' },
  async (
    app,
    viewer: Editor,
    input: LinkInput,
    { shortestAlias }: { shortestAlias?: number } = {},
  ): Promise<Link> => {
    const { row, chosen, options } = await prepareLink(app, viewer, input, shortestAlias);
    const aliases = chosen ? [chosen] : lengths.map(randomAlias);
    const named = input.domain?.trim() ?? '';
    if (named === '') refuseOtherDomain(viewer, null);
    const isGrouped = [input.channelId, input.campaignId, input.tags].some(Boolean);
    const isAlone = named === '' && !isGrouped && !options.values.pixelIds;
    if (!chosen && isAlone) return insert(app, aliases, row, null);
    return inTransaction(app, async (app) => {
      const domain = named ? await domainForLink(app, viewer, named) : null;
      const link = await insert(app, aliases, row, domain);
      await storePixels(app, link.id, options.values.pixelIds);
      await assignGroups(app, viewer, link.id, input);
      // A random alias was never requested before, so no process has cached it as missing. That may not be true
      // for a chosen alias or a new domain.
      if (chosen || domain) await publishLinkChange(app, link);
      return link;
    });
  },
);

/** Validates a link and assesses its destinations. */
async function prepareLink(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: LinkInput,
  shortestAlias?: number,
  known?: KnownFacts,
) {
  const url = parseAppAddress(input.url, app.config, 'url');
  const title = parseTitleText(input.title ?? '');
  const chosen = input.alias?.trim() ? parseAlias(input.alias, shortestAlias) : undefined;
  const now = app.clock.now();
  const options = await parseOptions(app, viewer, await withTemplate(app, viewer, input));
  const assessment = await assessAll(app, [{ field: 'url', to: url }, ...options.targets], known);
  const row: NewRow = {
    account_id: viewer.id,
    url,
    title: title || siteName(url),
    title_due_at: title ? null : now,
    description: parseDescription(input.description ?? ''),
    visibility: input.visibility ?? 'public',
    external_id: parseExternalId(input.externalId ?? ''),
    created_at: now,
    updated_at: now,
    ...options.columns,
    ...assessment,
  };
  return { row, chosen, options, assessment };
}

type NewRow = Omit<Insertable<LinksLink>, 'alias'>;

const insert = (app: App, aliases: readonly string[], row: NewRow, domain: Domain | null): Promise<Link> =>
  insertWithAlias(app, aliases, async ({ db }, alias) => {
    const created = await db
      .insertInto('links.link')
      .values({ ...row, alias, domain_id: domain?.id ?? null })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'url', 'title', 'description', 'external_id as externalId'])
      .returning(['expires_at as expiresAt', 'created_at as createdAt'])
      .returning((link) => link.ref('visibility').$castTo<Visibility>().as('visibility'))
      .executeTakeFirst();
    if (!created && row.external_id)
      await refuseTakenExternalId({ db }, String(row.account_id), row.external_id);
    return created && { ...created, alias, domain: domain && domainAddress(domain) };
  });

/** The conflict is either with an alias or with an external id. */
async function refuseTakenExternalId(app: Pick<App, 'db'>, accountId: string, externalId: string) {
  if (await findByExternalId(app, { id: accountId }, externalId)) throw externalIdTaken(externalId);
}

type AddedLink = Pick<Link, 'id' | 'alias' | 'domain'> & { standing: ModerationState };

type Row = NewRow & { alias: string; place: number; isChosen: boolean; assessment: Partial<Assessment> };

const columns = sql.raw(
  `account_id, alias, url, title, title_due_at, description, visibility, external_id, expires_at, created_at, updated_at,
   held_at, held_for, target_check_due_at`,
);

/**
 * Creates many links as `addLink` does, those without options other than an expiry, domains and groups in one statement. Returns
 * them, or what is wrong with them, by their place. The places that are missing are to be created one by one.
 */
export const addLinks = verb(
  { name: 'links.add-many', who: 'member' },
  async (
    app,
    viewer: Editor,
    inputs: readonly (LinkInput | undefined)[],
  ): Promise<Map<number, AddedLink | Problem>> => {
    const known = await gatherKnownFacts(
      app,
      inputs.flatMap((input) => (input ? urlOf(app, input) : [])),
    );
    // Which of two links gets an alias depends on their order, so these are not created together.
    const wanted = Map.groupBy(inputs, (input) => input?.alias?.trim().toLowerCase() ?? '');
    const isDisputed = ({ alias = '' }: LinkInput) =>
      alias.trim() !== '' && (wanted.get(alias.trim().toLowerCase())?.length ?? 0) > 1;
    const rows: Row[] = [];
    const refused = new Map<number, Problem>();
    for (const [place, input] of inputs.entries()) {
      if (!input || !isPlain(input) || isDisputed(input)) continue;
      if (viewer.rights?.domains?.includes('') === false) continue;
      // Others are served meanwhile: the rules of a destination take up to a millisecond.
      if (place % 5 === 4) await setImmediate();
      try {
        const { row, chosen, options, assessment } = await prepareLink(app, viewer, input, undefined, known);
        if (Object.keys(options.columns).some((column) => column !== 'expires_at')) continue;
        const isChosen = chosen !== undefined;
        rows.push({ ...row, alias: chosen ?? randomAlias(5), place, isChosen, assessment });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        refused.set(place, error);
      }
    }
    if (rows.length < 2) return refused;
    try {
      return new Map([...refused, ...(await inTransaction(app, (app) => insertAll(app, rows)))]);
    } catch {
      // Whatever is wrong happens again for the link that causes it.
      return refused;
    }
  },
);

/** As the row has it. Empty for an invalid one, which is reported later. */
function urlOf({ config }: App, { url }: LinkInput): string[] {
  try {
    return [parseAppAddress(url, config, 'url')];
  } catch {
    return [];
  }
}

const isPlain = ({ domain, channelId, campaignId, tags, pixelIds }: LinkInput) =>
  !domain?.trim() && !channelId && !campaignId && !tags?.length && !pixelIds;

/** Fails as a whole for a reserved alias and at the limit of a plan. */
async function insertAll(app: App, rows: readonly Row[]): Promise<Map<number, AddedLink | Problem>> {
  const { rows: created } = await sql<{ id: string; alias: string }>`
    insert into links.link (${columns})
    select ${columns} from jsonb_populate_recordset(null::links.link, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing
    returning id, alias`.execute(app.db);
  const ids = new Map(created.map(({ id, alias }) => [alias, id]));
  const added = new Map<number, AddedLink | Problem>();
  const announced: AddedLink[] = [];
  for (const row of rows) {
    const { alias, place, isChosen, assessment } = row;
    const id = ids.get(alias);
    if (id !== undefined) {
      // Two random aliases can be the same.
      ids.delete(alias);
      const { held_at = null, held_for = null } = assessment;
      const standing = toStanding({ held_at, held_for, suspended_at: null });
      const link = { id, alias, domain: null, standing };
      added.set(place, link);
      if (isChosen) announced.push(link);
      // Which of the two is taken is found when it is created alone.
    } else if (isChosen && !row.external_id) added.set(place, aliasTaken(alias));
  }
  await publishLinkChanges(app, announced);
  return added;
}

/**
 * Inserts a row under the first available alias: neither in use nor reserved for a former owner. With only
 * one (chosen) alias, an unavailable one is a conflict.
 * @param insert returns undefined if the alias is in use
 */
export async function insertWithAlias<T>(
  app: App,
  aliases: readonly string[],
  insert: (app: App, alias: string) => Promise<T | undefined>,
): Promise<T> {
  // A reserved alias makes the statement fail, so each attempt needs a savepoint within a transaction.
  const needsSavepoint = app.db.isTransaction && aliases.length > 1;
  for (const alias of aliases) {
    const attempt = needsSavepoint ? inTransaction(app, (app) => insert(app, alias)) : insert(app, alias);
    const created = await attempt.catch((error: unknown) => {
      if (!isDuplicate(error, 'link_alias')) throw error;
      return undefined;
    });
    if (created) return created;
  }
  throw aliases.length === 1
    ? aliasTaken(aliases.join())
    : new Problem('unavailable', msg('No free alias found. Try again.'), { retryAfter: 1 });
}

/**
 * Assesses every destination of a link, the most important first. Throws a `Problem` at the field of a
 * blocked one. A link with a suspicious one is held for review.
 */
export async function assessAll(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  targets: readonly { field: string; to: string }[],
  known?: KnownFacts,
): Promise<Partial<Assessment>> {
  let own: Partial<Assessment> = {};
  let held: Partial<Assessment> = {};
  for (const [to, field] of new Map(targets.toReversed().map(({ field, to }) => [to, field]))) {
    const { target_check_due_at, ...found } = await assessTarget(app, to, field, known);
    // Only the main destination is checked through its redirects.
    if (field === 'url') own = { ...found, target_check_due_at };
    else if (found.held_at) held = found;
  }
  return own.held_at ? own : { ...own, ...held };
}

/** Adds a link to its channel and campaign or removes it from them, and sets its tags. */
export async function assignGroups(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  linkId: string,
  { channelId, campaignId, tags }: Pick<LinkInput, 'channelId' | 'campaignId' | 'tags'>,
): Promise<void> {
  if (channelId === null) await unassignFromAll(app, linkId);
  else if (channelId !== undefined) await assignItem(app, viewer, channelId, { type: 'links', id: linkId });
  if (tags !== undefined) await setTags(app, viewer, linkId, tags);
  if (campaignId === null)
    await app.db.updateTable('links.link').set({ campaign_id: null }).where('id', '=', linkId).execute();
  else if (campaignId !== undefined) await assignLink(app, viewer, campaignId, linkId);
}

const unassignFromAll = ({ db }: Pick<App, 'db'>, linkId: string) =>
  db.deleteFrom('links.channel_link').where('link_id', '=', linkId).execute();
