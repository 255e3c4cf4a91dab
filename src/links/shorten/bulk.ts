import { type RawBuilder, sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';
import { type Editor, refuseLinksOfOtherDomains, refuseOtherDomain } from '../link/rights.ts';
import { tagLinks, untagLinks } from '../tags/tags.ts';
import { parseExpiry } from '../link/fields.ts';
import { type LinkFilter, matchingLinks } from '../link/filter.ts';
import { findLinks, publishLinkChanges, restoredExternalId } from '../link/link.ts';
import { getOwned } from '../owned/owned.ts';
import { type Assessment, gatherKnownFacts } from '../safety/assessment.ts';
import { assessAll } from './add-links.ts';
import { holdAllRestored } from './change-links.ts';
import { bulkActions, rows, selectOptions, toStored } from './options/options.ts';
import type { OptionInput, OptionRow } from './options/options.ts';
import { parseRules, targetsOf } from './options/parse-options.ts';

/** The links of a bulk action: a list of ids, or all that match a filter. */
export type LinkSelection = { ids: readonly string[] } | { filter: LinkFilter };

/** Every changed link is broadcast to all processes. A larger batch would delay redirects. */
const maxSelected = 10_000;

/** Returns the ids of the selected links. Links of other accounts are omitted. */
export async function getSelection(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  selection: LinkSelection,
): Promise<string[]> {
  const matching = matchingLinks(viewer.id, 'filter' in selection ? selection.filter : {}, clock.now());
  const named = 'ids' in selection ? sql`and link.id = any(${selection.ids}::bigint[])` : sql``;
  const { rows } = await sql<{ id: string }>`
    select link.id from links.link where ${matching} ${named} order by link.id desc limit ${sql.lit(maxSelected + 1)}`.execute(
    db,
  );
  if (rows.length === 0) throw invalid('id', msg('Select at least one link'));
  if (rows.length > maxSelected)
    throw invalid(
      'all',
      msg('At most {maxSelected} links can be changed at once. Filter the list first.', {
        maxSelected: maxSelected,
      }),
    );
  return rows.map(({ id }) => id);
}

/** Bulk changes of links. */
export type BulkChange =
  | { act: 'tag' | 'untag'; tag: string }
  | { act: 'channel'; channelId: string }
  | { act: 'campaign'; campaignId: string }
  | { act: 'off' | 'on' | 'delete' }
  /** One of `bulkActions`. */
  | { act: 'option'; set: string }
  /** In the format of `parseExpiry`. Blank: never expires. */
  | { act: 'expiry'; expiry: string };

type Work = (app: App, viewer: Pick<Viewer, 'id'>, ids: readonly string[]) => Promise<unknown>;

/**
 * Changes all selected links, or none if an error occurs. Returns their number and the time of the change,
 * which `restoreLinks` takes.
 */
export const changeLinks = verb(
  { name: 'links.change-many', who: 'member' },
  async (
    app,
    viewer: Editor,
    selection: LinkSelection,
    change: BulkChange,
  ): Promise<{ count: number; at: Date }> => {
    const at = app.clock.now();
    const count = await inTransaction(app, async (app) => {
      const ids = await getSelection(app, viewer, selection);
      await refuseLinksOfOtherDomains(app, viewer, ids);
      await workOf(change, at)(app, viewer, ids);
      return ids.length;
    });
    return { count, at };
  },
);

function workOf(change: BulkChange, now: Date): Work {
  switch (change.act) {
    case 'tag':
      return (app, viewer, ids) => tagLinks(app, viewer, ids, change.tag);
    case 'untag':
      return (app, viewer, ids) => untagLinks(app, viewer, ids, change.tag);
    case 'channel':
      return (app, viewer, ids) => addToChannel(app, viewer, ids, change.channelId);
    case 'campaign':
      return async (app, viewer, ids) => {
        const { id } = await getOwned(app, viewer, ownedCampaigns, change.campaignId);
        await set(app, ids, sql`campaign_id = ${id}`);
      };
    case 'expiry': {
      const at = change.expiry.trim() ? parseExpiry(change.expiry, now) : null;
      return (app, _viewer, ids) => updateAndNotify(app, ids, sql`expires_at = ${at}, updated_at = ${now}`);
    }
    case 'off':
      return (app, _viewer, ids) =>
        updateAndNotify(app, ids, sql`disabled_at = coalesce(disabled_at, ${now}), updated_at = ${now}`);
    case 'on':
      return (app, _viewer, ids) => updateAndNotify(app, ids, sql`disabled_at = null, updated_at = ${now}`);
    case 'option': {
      const action = bulkActions.find(({ act }) => act === change.set);
      if (!action) throw invalid('act', msg('Unknown action'));
      return (app, _viewer, ids) => setRules(app, ids, action.change);
    }
    case 'delete':
      return (app, _viewer, ids) => updateAndNotify(app, ids, sql`deleted_at = ${now}`);
  }
}

/** Sets or removes the rules of options. Others of the links do not change. */
function setRules(app: App, ids: readonly string[], change: OptionInput): Promise<void> {
  const keys = rows.flatMap(([name, { store }]) => ('rule' in store && name in change ? [store.rule] : []));
  const rules = JSON.stringify(parseRules(app.config, change));
  const updated = sql`rules = (rules - ${keys}::text[]) || ${rules}::jsonb, updated_at = ${app.clock.now()}`;
  return updateAndNotify(app, ids, updated);
}

async function addToChannel(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  ids: readonly string[],
  channelId: string,
): Promise<void> {
  const { id } = await getOwned(app, viewer, ownedChannels, channelId);
  await sql`insert into links.channel_link (channel_id, link_id, assigned_at)
    select ${id}, link_id, ${app.clock.now()} from unnest(${ids}::bigint[]) as link_id
    on conflict do nothing`.execute(app.db);
}

async function set(
  { db }: Pick<App, 'db'>,
  ids: readonly string[],
  values: RawBuilder<unknown>,
): Promise<{ id: string; alias: string; domain: string | null }[]> {
  const { rows } = await sql<{ id: string; alias: string; domain: string | null }>`
    update links.link set ${values} where id = any(${ids}::bigint[])
    returning id, alias, (select host from links.domain where domain.id = link.domain_id) as domain`.execute(
    db,
  );
  return rows;
}

async function updateAndNotify(app: App, ids: readonly string[], values: RawBuilder<unknown>): Promise<void> {
  await publishLinkChanges(app, await set(app, ids, values));
}

/** Deletes many links of the viewer. Returns those that stay, by id, with the reason. */
export const deleteLinks = verb(
  { name: 'links.delete-many', who: 'member' },
  (app, viewer: Editor, ids: readonly string[]): Promise<Map<string, Problem>> =>
    inTransaction(app, async (app) => {
      const present = new Map(
        (await findLinks(app, viewer, { ids, externalIds: [] })).map((link) => [link.id, link]),
      );
      const stay = new Map<string, Problem>();
      for (const id of ids)
        try {
          const link = present.get(id);
          if (!link) throw missing(msg('Link'));
          refuseOtherDomain(viewer, link.domain);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          stay.set(id, error);
        }
      const deleted = ids.filter((id) => !stay.has(id));
      const { rows } = await sql<{ id: string; alias: string; domain: string | null }>`
        update links.link set deleted_at = ${app.clock.now()}
        where id = any(${deleted}::bigint[]) and deleted_at is null
        returning id, alias, (select host from links.domain where domain.id = link.domain_id) as domain`.execute(
        app.db,
      );
      await publishLinkChanges(app, rows);
      return stay;
    }),
);

type DeletedLink = OptionRow & { id: string; url: string };

/** Only what leads elsewhere. */
const assessedOptions = selectOptions('expiredUrl');

/**
 * Restores the links that the viewer deleted at the given time. Links whose alias has been taken or whose
 * destination is now blocked stay deleted and are counted in `left`.
 */
export const restoreLinks = verb(
  { name: 'links.restore-many', who: 'member' },
  async (app, viewer: Editor, deletedAt: Date): Promise<{ restored: number; left: number }> => {
    const deleted = await listDeleted(app, viewer, deletedAt);
    await refuseLinksOfOtherDomains(
      app,
      viewer,
      deleted.map(({ id }) => id),
    );
    const assessed = await assessEach(app, deleted);
    return inTransaction(app, async (app) => {
      const { rows } = await sql<{ id: string; alias: string; domain: string | null }>`
      update links.link set deleted_at = null, external_id = ${restoredExternalId}
      where account_id = ${viewer.id} and deleted_at = ${deletedAt} and purpose = 'link'
        and id = any(${[...assessed.keys()]}::bigint[])
        and not exists (
          select from links.link as other
          where coalesce(other.domain_id, 0) = coalesce(link.domain_id, 0)
            and other.alias = link.alias and other.deleted_at is null)
        and not (domain_id is null and exists (
          select from links.reserved_alias as reserved
          where reserved.alias_hash = links.alias_hash(link.alias) and reserved.former_owner_id <> link.account_id))
      returning id, alias, (select host from links.domain where domain.id = link.domain_id) as domain`.execute(
        app.db,
      );
      await holdAllRestored(
        app,
        rows.map(({ id }) => [id, assessed.get(id) ?? {}]),
      );
      await publishLinkChanges(app, rows);
      return { restored: rows.length, left: deleted.length - rows.length };
    });
  },
);

async function listDeleted(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  deletedAt: Date,
): Promise<DeletedLink[]> {
  const { rows } = await sql<DeletedLink>`
    select id, url, ${assessedOptions} from links.link
    where account_id = ${viewer.id} and deleted_at = ${deletedAt} and purpose = 'link'`.execute(db);
  return rows;
}

/** Assesses why each link would be held for review. Omits rejected links. */
async function assessEach(
  app: App,
  links: readonly DeletedLink[],
): Promise<Map<string, Partial<Assessment>>> {
  const assessed = new Map<string, Partial<Assessment>>();
  const targets = links.map((link) => [{ field: 'url', to: link.url }, ...targetsOf(toStored(link))]);
  const known = await gatherKnownFacts(
    app,
    targets.flat().map(({ to }) => to),
  );
  for (const [place, link] of links.entries())
    try {
      if (place % 5 === 4) await setImmediate();
      assessed.set(link.id, await assessAll(app, targets[place] ?? [], known));
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid') throw error;
    }
  return assessed;
}
