import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { addJob, job } from '../../../platform/jobs.ts';
import { fetchPreview, keyOf } from '../../previews/fetching.ts';
import { announceChange } from './announce-change.ts';

const Payload = Type.Object({ id: Type.String(), conversationId: Type.String(), address: Type.String() });

/** Fetches the preview of a message's link and announces the message, so that open pages show it. */
export const previewMessageJob = job(
  'social.preview-message',
  Payload,
  async (app, { id, conversationId, address }) => {
    await fetchPreview(app, { address });
    await inTransaction(app, (app) => announceChange(app, { id, conversationId }));
  },
  { runner: 'network' },
);

/** Queues the link preview of a message, unless it is already known. */
export async function previewLink(
  app: App,
  { link, ...message }: { id: string; conversationId: string; link: string | null },
): Promise<void> {
  if (link === null) return;
  const known = await app.db
    .selectFrom('social.link_preview')
    .where('key', '=', keyOf(link))
    .where('stale_at', '>', app.clock.now())
    .select('key')
    .executeTakeFirst();
  if (!known) await addJob(app, previewMessageJob, { ...message, address: link });
}
