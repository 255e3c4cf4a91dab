import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import { announceChange } from './announce-change.ts';
import { requireReadable } from './require-readable.ts';

/** Sets the viewer's reaction to a message and replaces their previous one. Null removes it. */
export async function reactToMessage(
  app: App,
  viewer: Viewer,
  id: string,
  kind: ReactionKind | null,
): Promise<void> {
  await inTransaction(app, async (app) => {
    const message = await requireReadable(app, viewer, id);
    const row = { kind: kind ?? 'like', created_at: app.clock.now() };
    if (kind === null)
      await app.db
        .deleteFrom('social.message_reaction')
        .where('message_id', '=', id)
        .where('account_id', '=', viewer.id)
        .execute();
    else
      await app.db
        .insertInto('social.message_reaction')
        .values({ ...row, message_id: id, account_id: viewer.id })
        .onConflict((conflict) => conflict.columns(['message_id', 'account_id']).doUpdateSet(row))
        .execute();
    await announceChange(app, message);
  });
}
