import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readTag } from './queries.ts';
import type { Tag } from './tag.ts';

/** Brings a deleted tag of the viewer's back, onto the links that had it. */
export async function restoreTag(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Tag> {
  return inTransaction(app, async (app) => {
    await app.db
      .updateTable('links.tag')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error, 'tag_name') ? takenMeanwhile() : error;
      });
    return readTag(app, viewer, id);
  });
}

const takenMeanwhile = () =>
  invalid('name', 'Another tag of yours has its name by now; rename that one first');
