import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { max } from '../page/bio.ts';
import type { BlockKind } from './block.ts';
import { changeBio } from '../page/change-bio.ts';
import { getBio } from '../page/get-bio.ts';
import { getContent, type BlockInput } from '../page/get-content.ts';
import { parseSchedule } from './schedule.ts';

/** Appends a block to one of the viewer's pages. Returns its id. */
export async function addBlock(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  bioId: string,
  kind: BlockKind,
  input: BlockInput,
): Promise<string> {
  await getBio(app, viewer, bioId);
  const { startsAt, endsAt } = parseSchedule(input.fields);
  const content = await getContent(app, viewer, kind, input);
  return changeBio(app, viewer, bioId, async ({ db, clock }) => {
    const { count, last } = await db
      .selectFrom('links.bio_block')
      .where('link_id', '=', bioId)
      .where('deleted_at', 'is', null)
      .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(max(position), 0)`.as('last')])
      .executeTakeFirstOrThrow();
    if (count >= max.blocks)
      throw new Problem(
        'conflict',
        t('A page can have at most {blocks} blocks. Delete one first.', { blocks: max.blocks }),
      );
    const { id } = await db
      .insertInto('links.bio_block')
      .values({
        link_id: bioId,
        kind,
        content: JSON.stringify(content),
        position: last + 1,
        starts_at: startsAt,
        ends_at: endsAt,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
