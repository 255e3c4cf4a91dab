import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Channel } from './channel.ts';
import { readChannel } from './read-channel.ts';

/** Brings a deleted channel of the viewer's back, with what was in it. */
export async function restoreChannel(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Channel> {
  return inTransaction(app, async (app) => {
    await app.db
      .updateTable('links.channel')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error, 'channel_name') ? takenMeanwhile() : error;
      });
    return readChannel(app, viewer, id);
  });
}

const takenMeanwhile = () =>
  invalid('name', 'Another channel of yours has its name by now; rename that one first');
