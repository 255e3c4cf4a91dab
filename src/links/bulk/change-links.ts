import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { ownedCampaigns } from '../campaigns/queries.ts';
import { ownedChannels } from '../channels/queries.ts';
import { parseExpiry } from '../record/fields/expiry.ts';
import { publishLinkChange } from '../record/announce-link.ts';
import { tagLinks, untagLinks } from '../tags/tag-links.ts';
import { getOwned } from '../owned/owned.ts';
import { getSelection, type Selection } from './selection.ts';

/** Bulk changes of links. */
export type Change =
  | { act: 'tag' | 'untag'; tag: string }
  | { act: 'channel'; channelId: string }
  | { act: 'campaign'; campaignId: string }
  | { act: 'off' | 'on' | 'delete' }
  /** In the format of `parseExpiry`. Blank: never expires. */
  | { act: 'expiry'; expiry: string };

type Work = (app: App, viewer: Pick<Viewer, 'id'>, ids: readonly string[]) => Promise<unknown>;

/**
 * Changes all selected links, or none if an error occurs. Returns their number and the time of the change,
 * which `restoreLinks` takes.
 */
export async function changeLinks(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  selection: Selection,
  change: Change,
): Promise<{ count: number; at: Date }> {
  const at = app.clock.now();
  const count = await inTransaction(app, async (app) => {
    const ids = await getSelection(app, viewer, selection);
    await workOf(change, at)(app, viewer, ids);
    return ids.length;
  });
  return { count, at };
}

function workOf(change: Change, now: Date): Work {
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
    case 'delete':
      return (app, _viewer, ids) => updateAndNotify(app, ids, sql`deleted_at = ${now}`);
  }
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
  for (const link of await set(app, ids, values)) await publishLinkChange(app, link);
}
