import { sql } from 'kysely';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { isTimeZone, parseTime } from '../../kernel/time.ts';
import { type App, verb, type Viewer } from '../../platform/app.ts';
import { refuseHarmful } from '../safety/assessment.ts';
import { changeBio, getBio, max } from './bio.ts';
import { type BlockInput, parseBlock } from './block-content.ts';
import { type BlockContent, type BlockKind, findBlock, listBlocks } from './block.ts';
import { type BioDesignInput, parseBioDesign } from './design.ts';
import { addressesIn } from './rich-text.ts';

/** Appends a block to one of the viewer's pages. Returns its id. */
export const addBlock = verb(
  { name: 'bio.add-block', who: 'member' },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    bioId: string,
    kind: BlockKind,
    input: BlockInput,
  ): Promise<string> => {
    await getBio(app, viewer, bioId);
    const { startsAt, endsAt } = parseSchedule(input.fields);
    const content = await parseBlock(app, viewer, kind, input);
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
          msg('A page can have at most {blocks} blocks. Delete one first.', { blocks: max.blocks }),
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
  },
);

/** Updates the content of a block on one of the viewer's pages. */
export const updateBlock = verb(
  { name: 'bio.update-block', who: 'member' },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    bioId: string,
    blockId: string,
    input: BlockInput,
  ): Promise<void> => {
    await getBio(app, viewer, bioId);
    const block = await findBlock(app, bioId, blockId);
    if (!block) throw missing(msg('Block'));
    const { startsAt, endsAt } = parseSchedule(input.fields);
    const content = JSON.stringify(await parseBlock(app, viewer, block.kind, input, block));
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
      if (!(await findBlock(app, bioId, blockId))) throw missing(msg('Block'));
      throw new Problem(
        'conflict',
        msg('This block was changed elsewhere meanwhile. Reload the page and try again.'),
      );
    });
  },
);

interface BlockState {
  isHidden?: boolean;
  isDeleted?: boolean;
}

/**
 * Hides, shows, deletes or restores a block of one of the viewer's pages. Its position and clicks are
 * preserved.
 */
export const setBlockState = verb(
  { name: 'bio.set-block-state', who: 'member' },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    bioId: string,
    blockId: string,
    { isHidden, isDeleted }: BlockState,
  ): Promise<void> => {
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
      if (!changed) throw missing(msg('Block'));
      if (isDeleted === false || isHidden === false) await checkVisibleBlock(app, bioId, blockId);
    });
  },
);

/** Applies the checks for new blocks to a block that becomes visible again. */
async function checkVisibleBlock(app: App, bioId: string, blockId: string): Promise<void> {
  const blocks = await listBlocks(app, bioId);
  if (blocks.length > max.blocks)
    throw new Problem(
      'conflict',
      msg('A page can have at most {blocks} blocks. Delete one first.', { blocks: max.blocks }),
    );
  const block = blocks.find(({ id }) => id === blockId);
  if (block) await refuseHarmfulBlocks(app, [block]);
}

/** Moves a block up or down by one position. Does nothing at either end. */
export const moveBlock = verb(
  { name: 'bio.move-block', who: 'member' },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    bioId: string,
    blockId: string,
    direction: 'up' | 'down',
  ): Promise<void> => {
    await changeBio(app, viewer, bioId, async (app) => {
      const ids = (await listBlocks(app, bioId)).map(({ id }) => id);
      const from = ids.indexOf(blockId);
      if (from < 0) throw missing(msg('Block'));
      const to = Math.min(Math.max(from + (direction === 'up' ? -1 : 1), 0), ids.length - 1);
      ids.splice(to, 0, ...ids.splice(from, 1));
      await store(app, bioId, ids);
    });
  },
);

/** Sorts blocks into the given order. Blocks added in the meantime come last. */
export const orderBlocks = verb(
  { name: 'bio.order-blocks', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, bioId: string, wanted: readonly string[]): Promise<void> => {
    await changeBio(app, viewer, bioId, async (app) => {
      const known = (await listBlocks(app, bioId)).map(({ id }) => id);
      const named = wanted.filter((id, i) => known.includes(id) && wanted.indexOf(id) === i);
      if (named.length === 0) throw invalid('order', msg('None of these blocks are on the page'));
      await store(app, bioId, [...named, ...known.filter((id) => !named.includes(id))]);
    });
  },
);

async function store({ db }: App, bioId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update links.bio_block block set position = placed.position
    from unnest(${ids}::bigint[]) with ordinality as placed (id, position)
    where block.id = placed.id and block.link_id = ${bioId}`.execute(db);
}

/**
 * Parses the start and end of a block's schedule from two `datetime-local` fields and their time zone, UTC if
 * none is named. Blank means no limit.
 */
export function parseSchedule({
  starts = '',
  ends = '',
  timezone = '',
}: Readonly<Record<string, string | undefined>>) {
  const zone = timezone === '' ? 'UTC' : timezone;
  if (!isTimeZone(zone)) throw invalid('timezone', msg('Unknown time zone'));
  const startsAt = parseMoment('starts', starts, zone);
  const endsAt = parseMoment('ends', ends, zone);
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid('ends', msg('The end must be after the start'));
  return { startsAt, endsAt };
}

function parseMoment(field: string, text: string, zone: string): Date | null {
  const given = text.trim();
  if (given === '') return null;
  const isLocal = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d+)?$/.test(given);
  const at = isLocal && given >= '2000' ? parseTime(given, zone) : undefined;
  if (!at) throw invalid(field, msg('Enter a date and time, such as 2030-05-01T12:00'));
  return at;
}

/** Checks every address of restored blocks again, as when they were added. */
export const refuseHarmfulBlocks = (app: App, blocks: readonly BlockContent[]): Promise<void> =>
  refuseHarmful(
    app,
    blocks.flatMap(addressesOf).map(([field, to]) => ({ field, to })),
  );

function addressesOf(block: BlockContent): [field: string, url: string][] {
  switch (block.kind) {
    case 'link':
    case 'image':
      return [['url', block.content.url]];
    case 'text':
      return addressesIn(block.content.text).map((url) => ['text', url]);
    case 'social':
      return block.content.accounts.map(({ network, url }) => [network, url]);
    default:
      return [];
  }
}

/** Updates the design of one of the viewer's pages. */
export const updateBioDesign = verb(
  { name: 'bio.update-design', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string, input: BioDesignInput): Promise<void> => {
    const design = JSON.stringify(parseBioDesign(input));
    await changeBio(app, viewer, id, async ({ db }) => {
      await db.updateTable('links.bio_page').set({ design }).where('link_id', '=', id).execute();
    });
  },
);
