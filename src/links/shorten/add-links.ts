import type { Insertable } from 'kysely';
import { Problem, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { LinksLink } from '../../platform/database/rows.gen.ts';
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
import { aliasTaken, externalIdTaken, findByExternalId, publishLinkChange } from '../link/link.ts';
import type { Link, Visibility } from '../link/link.ts';
import { type Assessment, assessTargets, type KnownFacts, type NamedTarget } from '../safety/assessment.ts';
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
    const { targets, chosen, pixelIds, ...parsed } = await parseLink(app, viewer, input, shortestAlias);
    const row = { ...parsed.row, ...(await assessAll(app, targets)) };
    const aliases = chosen ? [chosen] : lengths.map(randomAlias);
    const named = input.domain?.trim() ?? '';
    if (named === '') refuseOtherDomain(viewer, null);
    const isGrouped = [input.channelId, input.campaignId, input.tags].some(Boolean);
    const isAlone = named === '' && !isGrouped && !pixelIds;
    if (!chosen && isAlone) return insert(app, aliases, row, null);
    return inTransaction(app, async (app) => {
      const domain = named ? await domainForLink(app, viewer, named) : null;
      const link = await insert(app, aliases, row, domain);
      await storePixels(app, link.id, pixelIds);
      await assignGroups(app, viewer, link.id, input);
      // A random alias was never requested before, so no process has cached it as missing. That may not be true
      // for a chosen alias or a new domain.
      if (chosen || domain) await publishLinkChange(app, link);
      return link;
    });
  },
);

/** Validates a link. Its destinations are yet to be assessed. */
export async function parseLink(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: LinkInput,
  shortestAlias?: number,
): Promise<ParsedLink> {
  const url = parseAppAddress(input.url, app.config, 'url');
  const title = parseTitleText(input.title ?? '');
  const chosen = input.alias?.trim() ? parseAlias(input.alias, shortestAlias) : undefined;
  const now = app.clock.now();
  const options = await parseOptions(app, viewer, await withTemplate(app, viewer, input));
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
  };
  const targets = [{ field: 'url', to: url }, ...options.targets];
  return { row, chosen, targets, pixelIds: options.values.pixelIds };
}

interface ParsedLink {
  row: NewRow;
  /** Undefined: the alias is random. */
  chosen: string | undefined;
  /** All destinations, its own first. */
  targets: readonly NamedTarget[];
  pixelIds: readonly string[] | undefined;
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
  targets: readonly NamedTarget[],
  known?: KnownFacts,
): Promise<Partial<Assessment>> {
  let own: Partial<Assessment> = {};
  let held: Partial<Assessment> = {};
  const distinct = new Map(targets.toReversed().map(({ field, to }) => [to, field]));
  const named = Array.from(distinct, ([to, field]) => ({ field, to }));
  for await (const { field, assessment } of assessTargets(app, named, known)) {
    const { target_check_due_at, ...found } = assessment;
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
