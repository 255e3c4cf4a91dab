import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { Problem } from '../../kernel/problem.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { databaseProblem } from '../../platform/database/errors.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';
import { type Domain, domainAddress, domainForLink } from '../domains/domain.ts';
import { randomAlias } from '../link/fields.ts';
import { aliasTaken, externalIdTaken, findLinks, type Link, publishLinkChanges } from '../link/link.ts';
import { type Editor, refuseOtherDomain } from '../link/rights.ts';
import { getOwned } from '../owned/owned.ts';
import {
  type Assessment,
  gatherKnownFacts,
  type ModerationState,
  toModerationState,
} from '../safety/assessment.ts';
import { addTags, parseTagNames } from '../tags/tags.ts';
import { assessAll, parseLink } from './add-links.ts';
import type { LinkInput } from './options/options.ts';

type AddedLink = Pick<Link, 'id' | 'alias' | 'domain'> & { standing: ModerationState };
type Results = Map<number, AddedLink | Problem>;

interface NewLink extends Awaited<ReturnType<typeof parseLink>> {
  place: number;
  alias: string;
  domain: Domain | null;
  channelId: string | null;
  campaignId: string | null;
  tags: readonly string[];
  assessment: Partial<Assessment>;
}

/**
 * Creates many links as `addLink` does, in few statements whatever they have. Returns them, or what is wrong with them, by
 * their place. The places that are missing are to be created one by one.
 */
export const addLinks = verb(
  { name: 'links.add-many', who: 'member' },
  async (app, viewer: Editor, inputs: readonly (LinkInput | undefined)[]): Promise<Results> => {
    const results: Results = new Map();
    const rows: NewLink[] = [];
    const shared = findOnce(app, viewer);
    const unlessRefused = async (place: number, work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        results.set(place, error);
      }
    };
    for (const [place, input] of inputs.entries()) {
      if (!input || !hasPlainIds(input)) continue;
      // Others are served meanwhile.
      if (place % 5 === 4) await setImmediate();
      await unlessRefused(place, async () => {
        const parsed = await parseLink(app, viewer, input);
        const alias = parsed.chosen ?? randomAlias(5);
        rows.push({ ...parsed, place, alias, ...(await shared(input)), assessment: {} });
      });
    }
    const urls = rows.flatMap(({ targets }) => targets.map(({ to }) => to));
    const known = await gatherKnownFacts(app, urls);
    for (const row of rows)
      await unlessRefused(row.place, async () => {
        row.assessment = await assessAll(app, row.targets, known);
      });
    await insertInParts(
      app,
      viewer,
      rows.filter(({ place }) => !results.has(place)),
      results,
    );
    return results;
  },
);

/** Others are refused by the database, which would end a transaction. */
const hasPlainIds = ({ channelId, campaignId }: LinkInput) =>
  [channelId, campaignId].every((id) => !id || /^\d{1,18}$/.test(id));

/** Finds what links refer to, each once. */
function findOnce(app: App, viewer: Editor) {
  const found = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, find: () => Promise<T>): Promise<T> => {
    const known = (found.get(key) as Promise<T> | undefined) ?? find();
    found.set(key, known);
    return known;
  };
  return async ({ domain: named = '', channelId, campaignId, tags = [] }: LinkInput) => {
    const host = named.trim();
    if (host === '') refuseOtherDomain(viewer, null);
    const domain = host === '' ? null : await once(`domain ${host}`, () => domainForLink(app, viewer, host));
    if (channelId) await once(`channel ${channelId}`, () => getOwned(app, viewer, ownedChannels, channelId));
    if (campaignId)
      await once(`campaign ${campaignId}`, () => getOwned(app, viewer, ownedCampaigns, campaignId));
    return {
      ...{ domain, channelId: channelId ?? null, campaignId: campaignId ?? null },
      tags: parseTagNames(tags),
    };
  };
}

/**
 * Inserts all rows in one statement, and where that fails, halves of them. Returns the limit of the plan that was reached:
 * all further links exceed it.
 */
async function insertInParts(
  app: App,
  viewer: Editor,
  rows: readonly NewLink[],
  results: Results,
): Promise<Problem | undefined> {
  const [first, ...others] = rows;
  if (!first) return undefined;
  try {
    for (const [place, result] of await inTransaction(app, (app) => insertAll(app, viewer, rows)))
      results.set(place, result);
    return undefined;
  } catch (error) {
    const problem = error instanceof Problem ? error : databaseProblem(error);
    if (!isOfRow(error) && (!problem || problem.status >= 500)) throw error;
    if (others.length === 0) {
      // What else is wrong is reported when the link is created alone.
      if (problem?.kind === 'unpaid') results.set(first.place, problem);
      return problem?.kind === 'unpaid' ? problem : undefined;
    }
  }
  const half = Math.ceil(rows.length / 2);
  const reached = await insertInParts(app, viewer, rows.slice(0, half), results);
  if (!reached) return insertInParts(app, viewer, rows.slice(half), results);
  for (const { place } of rows.slice(half)) results.set(place, reached);
  return reached;
}

/** A constraint that the check of each row before could not see. */
const isOfRow = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('23');

/** Options that links do not have. */
const defaults = { kind: 'direct', status: 302, rules: {}, preview_title: '', preview_description: '' };

const columns = sql.raw(
  `account_id, domain_id, campaign_id, alias, url, title, title_due_at, description, visibility, external_id, kind, status,
   password_hash, expires_at, expired_url, rules, disabled_at, click_limit, preview_title, preview_description, preview_image,
   splash_id, overlay_id, created_at, updated_at, held_at, held_for, target_check_due_at`,
);

const keyOf = (domainId: string | null, alias: string) => `${domainId ?? ''} ${alias}`;

async function insertAll(app: App, viewer: Editor, rows: readonly NewLink[]): Promise<Results> {
  const results: Results = new Map();
  const reserved = await findReserved(app, viewer, rows);
  const free = rows.filter(({ place, domain, alias, chosen }) => {
    const isFree = domain !== null || !reserved.has(alias);
    if (!isFree && chosen !== undefined) results.set(place, aliasTaken(alias));
    return isFree;
  });
  const values = free.map(({ row, alias, domain, campaignId, assessment }) => ({
    ...{ ...defaults, ...row, ...assessment, alias, domain_id: domain?.id ?? null, campaign_id: campaignId },
    ...(typeof row.rules === 'string' && { rules: JSON.parse(row.rules) as unknown }),
  }));
  const { rows: created } = await sql<{ id: string; domain_id: string | null; alias: string }>`
    insert into links.link (${columns})
    select ${columns} from jsonb_populate_recordset(null::links.link, ${JSON.stringify(values)}::jsonb)
    on conflict do nothing
    returning id, domain_id, alias`.execute(app.db);
  const ids = new Map(created.map(({ id, domain_id, alias }) => [keyOf(domain_id, alias), id]));
  const added: { row: NewLink; link: AddedLink }[] = [];
  const left: NewLink[] = [];
  for (const row of free) {
    const key = keyOf(row.domain?.id ?? null, row.alias);
    const id = ids.get(key);
    // Two links with the same alias: the first has it.
    ids.delete(key);
    if (id === undefined) {
      left.push(row);
      continue;
    }
    const { held_at = null, held_for = null } = row.assessment;
    const standing = toModerationState({ held_at, held_for, suspended_at: null });
    const link = { id, alias: row.alias, domain: row.domain && domainAddress(row.domain), standing };
    added.push({ row, link });
    results.set(row.place, link);
  }
  for (const [place, problem] of await conflictsOf(app, viewer, left)) results.set(place, problem);
  await addToGroups(app, viewer, added);
  await publishLinkChanges(
    app,
    added.filter(({ row }) => row.chosen !== undefined || row.domain).map(({ link }) => link),
  );
  return results;
}

/** Aliases on the default domain that are reserved for others who had them. */
async function findReserved(
  { db }: App,
  viewer: Editor,
  rows: readonly NewLink[],
): Promise<ReadonlySet<string>> {
  const aliases = rows.filter(({ domain }) => domain === null).map(({ alias }) => alias);
  const { rows: found } = await sql<{ alias: string }>`
    select alias from unnest(${aliases}::text[]) as alias join links.reserved_alias as reserved
      on reserved.alias_hash = links.alias_hash(alias) and reserved.former_owner_id <> ${viewer.id}`.execute(
    db,
  );
  return new Set(found.map(({ alias }) => alias));
}

/** Why rows are not there after the insert. Those with a random alias that is taken are missing. */
async function conflictsOf(
  app: App,
  viewer: Editor,
  rows: readonly NewLink[],
): Promise<Map<number, Problem>> {
  const externalIds = rows.flatMap(({ row }) => row.external_id ?? []);
  const known = externalIds.length > 0 ? await findLinks(app, viewer, { ids: [], externalIds }) : [];
  const taken = new Set(known.map(({ externalId }) => externalId));
  return new Map(
    rows.flatMap(({ place, row, chosen }): [number, Problem][] => {
      if (row.external_id && taken.has(row.external_id)) return [[place, externalIdTaken(row.external_id)]];
      return chosen === undefined ? [] : [[place, aliasTaken(chosen)]];
    }),
  );
}

/** Adds new links to their channels, and gives them their tags and pixels. */
async function addToGroups(
  app: App,
  viewer: Editor,
  added: readonly { row: NewLink; link: AddedLink }[],
): Promise<void> {
  const channels = added.flatMap(({ row: { channelId }, link: { id } }) =>
    channelId ? [{ channel_id: channelId, link_id: id, assigned_at: app.clock.now() }] : [],
  );
  if (channels.length > 0) await app.db.insertInto('links.channel_link').values(channels).execute();
  const pixels = added.flatMap(({ row: { pixelIds = [] }, link: { id } }) =>
    pixelIds.map((pixel_id) => ({ link_id: id, pixel_id })),
  );
  if (pixels.length > 0) await app.db.insertInto('links.link_pixel').values(pixels).execute();
  await addTags(app, viewer, new Map(added.map(({ row, link }) => [link.id, row.tags])));
}
