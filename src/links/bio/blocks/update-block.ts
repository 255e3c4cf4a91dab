import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { changeBio } from '../page/change-bio.ts';
import { findBlock } from './list-blocks.ts';
import { getBio } from '../page/get-bio.ts';
import { getContent, type BlockInput } from '../page/get-content.ts';
import { parseSchedule } from './schedule.ts';

/** Updates the content of a block on one of the viewer's pages. */
export async function updateBlock(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  bioId: string,
  blockId: string,
  input: BlockInput,
): Promise<void> {
  await getBio(app, viewer, bioId);
  const block = await findBlock(app, bioId, blockId);
  if (!block) throw missing(t('Block'));
  const { startsAt, endsAt } = parseSchedule(input.fields);
  const content = JSON.stringify(await getContent(app, viewer, block.kind, input, block));
  await changeBio(app, viewer, bioId, async ({ db }) => {
    const changed = await db
      .updateTable('links.bio_block')
      .set({ content, starts_at: startsAt, ends_at: endsAt })
      .where('id', '=', blockId)
      .where('deleted_at', 'is', null)
      // Rejects the update if the content changed after it was read, because the picture was stored before
      // this transaction began.
      .where(sql<boolean>`content = ${JSON.stringify(block.content)}::jsonb`)
      .returning('id')
      .executeTakeFirst();
    if (changed) return;
    if (!(await findBlock(app, bioId, blockId))) throw missing(t('Block'));
    throw new Problem(
      'conflict',
      t('This block was changed elsewhere meanwhile. Reload the page and try again.'),
    );
  });
}
