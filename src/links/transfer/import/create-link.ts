import { sql } from 'kysely';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { addCampaign, assignLink } from '../../campaigns/campaigns.ts';
import { addChannel, assignItem } from '../../channels/channels.ts';
import { addLink } from '../../links/add-link.ts';
import { shortestImported } from '../../record/fields/alias.ts';
import type { Link } from '../../record/link.ts';
import { storePixels } from '../../links/options/store-delivery.ts';
import type { Import } from './import.ts';
import type { PlannedLink } from './plan-link.ts';

/**
 * Creates a planned link with its channels and campaign, which are created if missing. Tags and clicks are
 * added per batch.
 */
export async function createLink(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  plan: PlannedLink,
  duplicates: Import['duplicates'],
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
      (await findByName(app, 'channel', viewer, name)) ?? (await addChannel(app, viewer, { name })).id;
    await assignItem(app, viewer, id, { type: 'links', id: link.id });
  }
  if (plan.campaign) {
    const name = plan.campaign;
    const id =
      (await findByName(app, 'campaign', viewer, name)) ?? (await addCampaign(app, viewer, { name })).id;
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
  duplicates: Import['duplicates'],
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
