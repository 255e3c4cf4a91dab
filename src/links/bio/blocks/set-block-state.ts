import { t } from '../../../kernel/translation/translate.ts';
import { missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { max } from '../page/bio.ts';
import { changeBio } from '../page/change-bio.ts';
import { listBlocks } from './list-blocks.ts';
import { refuseHarmfulBlock } from './refuse-harmful-block.ts';

interface BlockState {
  isHidden?: boolean;
  isDeleted?: boolean;
}

/**
 * Hides, shows, deletes or restores a block of one of the viewer's pages. Its position and clicks are
 * preserved.
 */
export async function setBlockState(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  bioId: string,
  blockId: string,
  { isHidden, isDeleted }: BlockState,
): Promise<void> {
  await changeBio(app, viewer, bioId, async (app) => {
    const now = app.clock.now();
    const changed = await app.db
      .updateTable('links.bio_block')
      .set({
        ...(isHidden !== undefined && { hidden_at: isHidden ? now : null }),
        ...(isDeleted !== undefined && { deleted_at: isDeleted ? now : null }),
      })
      .where('id', '=', blockId)
      .where('link_id', '=', bioId)
      // A deleted block can only be restored.
      .$if(isDeleted !== false, (query) => query.where('deleted_at', 'is', null))
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw missing(t('Block'));
    if (isDeleted === false || isHidden === false) await checkVisibleBlock(app, bioId, blockId);
  });
}

/** Applies the checks for new blocks to a block that becomes visible again. */
async function checkVisibleBlock(app: App, bioId: string, blockId: string): Promise<void> {
  const blocks = await listBlocks(app, bioId);
  if (blocks.length > max.blocks)
    throw new Problem(
      'conflict',
      t('A page can have at most {blocks} blocks. Delete one first.', { blocks: max.blocks }),
    );
  const block = blocks.find(({ id }) => id === blockId);
  if (block) await refuseHarmfulBlock(app, block);
}
