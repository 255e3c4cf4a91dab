import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { selectWebhooks } from './queries.ts';
import type { Webhook } from './webhook.ts';

/** One page of the viewer's webhooks, newest first, and how many there are in all. */
export async function listWebhooks(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ webhooks: Webhook[]; total: number }> {
  const own = selectWebhooks(app, viewer);
  const webhooks = await own
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await own
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { webhooks, total };
}
