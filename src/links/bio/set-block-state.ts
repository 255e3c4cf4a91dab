import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { changeBio } from './change-bio.ts';

interface BlockState {
  isHidden?: boolean;
  isDeleted?: boolean;
}

/** Hides a block of a page of the viewer's, deletes it, or undoes either: its place and its clicks are kept. */
export async function setBlockState(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  bioId: string,
  blockId: string,
  { isHidden, isDeleted }: BlockState,
): Promise<void> {
  await changeBio(app, viewer, bioId, async ({ db, clock }) => {
    const now = clock.now();
    const changed = await db
      .updateTable('links.bio_block')
      .set({
        ...(isHidden !== undefined && { hidden_at: isHidden ? now : null }),
        ...(isDeleted !== undefined && { deleted_at: isDeleted ? now : null }),
      })
      .where('id', '=', blockId)
      .where('link_id', '=', bioId)
      // What is deleted can be brought back and nothing else.
      .$if(isDeleted !== false, (query) => query.where('deleted_at', 'is', null))
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw missing('Block');
  });
}
