import { sql } from 'kysely';
import { emailColumns } from '../../kernel/comparable.ts';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { sqlDate, minutes } from '../../kernel/time.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import { type App, verb } from '../../platform/app.ts';
import { csvSheet } from '../../platform/archive/section.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { type ClickTotal, clickTotals, noClicks } from '../clicks/statistics/totals.ts';
import { type ClickStatistics, getStatistics } from '../clicks/statistics/statistics.ts';
import type { StatisticsRange } from '../clicks/statistics/range.ts';
import { parseMail } from './block-content.ts';
import { type BioBlock, type BlockOf, listBlocks } from './block.ts';

/** A visitor's submission of a form on a page. */
export interface FormAnswer {
  /** Digits. */
  id: string;
  /** The title of the form. */
  form: string;
  name: string;
  email: string;
  message: string;
  createdAt: Date;
}

interface AnswerInput {
  name?: string | undefined;
  email?: string | undefined;
  message?: string | undefined;
}

/**
 * Stores a form submission. A repeated newsletter signup is stored only once, and the visitor cannot tell the
 * difference.
 */
export const addBioAnswer = verb(
  { name: 'bio.answer', who: 'anyone', limit: { by: ['address'], calls: 10, within: minutes(10) } },
  async ({ db, clock }, bioId: string, block: BlockOf<'form'>, input: AnswerInput): Promise<void> => {
    const isContact = block.content.purpose === 'contact';
    const email = parseMail('email', input.email ?? '').slice('mailto:'.length);
    if (email.length > 254) throw invalid('email', msg('Enter a valid email address'));
    await db
      .insertInto('links.bio_answer')
      .values({
        link_id: bioId,
        block_id: block.id,
        ...emailColumns(email),
        name: isContact ? parseLine('name', input.name, { max: 100, what: msg('The name') }) : '',
        message: isContact
          ? parseLines('message', input.message, { min: 1, max: 5000, what: msg('The message') })
          : '',
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
);

const selectAnswers = ({ db }: Pick<App, 'db'>, bioId: string) =>
  db
    .selectFrom('links.bio_answer as answer')
    .innerJoin('links.bio_block as block', 'block.id', 'answer.block_id')
    .where('answer.link_id', '=', bioId)
    .select([
      'answer.id',
      'answer.name',
      'answer.email',
      'answer.message',
      'answer.created_at as createdAt',
      sql<string>`coalesce(block.content ->> 'title', '')`.as('form'),
    ])
    .orderBy('answer.id', 'desc');

/** Returns the newest submissions, older than `before` if given. The caller must check ownership. */
export const listFormAnswers = (
  app: Pick<App, 'db'>,
  bioId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<FormAnswer[]> =>
  selectAnswers(app, bioId)
    .$call(whenGiven(before, (query, before) => query.where('answer.id', '<', before)))
    .limit(limit)
    .execute();

/** Permanently deletes a submission. It contains personal data, whose deletion visitors may request. */
export const deleteFormAnswer = verb(
  { name: 'bio.delete-answer', who: 'member' },
  async ({ db }, bioId: string, id: string): Promise<void> => {
    const deleted = await db
      .deleteFrom('links.bio_answer')
      .where('id', '=', id)
      .where('link_id', '=', bioId)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw missing(msg('Answer'));
  },
);

const atOnce = 500;

/** Streams all submissions of a page as CSV, newest first, because they may not fit in memory. */
export function answersCsv(app: Pick<App, 'db'>, bioId: string): NodeJS.ReadableStream {
  return csvSheet(rows(app, bioId));
}

async function* rows(app: Pick<App, 'db'>, bioId: string): AsyncGenerator<string[]> {
  yield ['Form', 'Name', 'Email', 'Message', 'Sent (UTC)'];
  let before: string | undefined;
  for (;;) {
    const answers = await listFormAnswers(app, bioId, { before, limit: atOnce });
    for (const { form, name, email, message, createdAt } of answers)
      yield [form, name, email, message, sqlDate(createdAt)];
    before = answers.at(-1)?.id;
    if (answers.length < atOnce) return;
  }
}

export interface BioStatistics {
  /** Visits of the page in the range. */
  visits: ClickStatistics;
  /** Total since the page was created. */
  total: ClickTotal;
  /** Clicks per block in the range, most clicked first. Excludes blocks without a destination. */
  blocks: { block: BioBlock; clicks: number }[];
}

/** Returns the statistics of a page, from roll-ups only. */
export async function getBioStatistics(
  app: Pick<App, 'db' | 'clock'>,
  bioId: string,
  range: StatisticsRange,
): Promise<BioStatistics> {
  const visits = await getStatistics(app, bioId, range);
  const totals = await clickTotals(app, [bioId]);
  const blocks = (await listBlocks(app, bioId)).filter(({ kind }) => leading.has(kind));
  const clicks = await clicksOf(
    app,
    blocks.map(({ id }) => id),
    range,
  );
  return {
    visits,
    total: totals.get(bioId) ?? noClicks,
    blocks: blocks
      .map((block) => ({ block, clicks: clicks.get(block.id) ?? 0 }))
      .sort((a, b) => b.clicks - a.clicks),
  };
}

const leading = new Set<BioBlock['kind']>(['link', 'image', 'video', 'social', 'featured']);

async function clicksOf(
  { db }: Pick<App, 'db' | 'clock'>,
  ids: readonly string[],
  { from, to }: StatisticsRange,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('links.click_hour')
    .select(['link_id', sql<number>`sum(clicks)::float8`.as('clicks')])
    .where('link_id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy('link_id')
    .execute();
  return new Map(rows.map(({ link_id, clicks }) => [link_id, clicks]));
}
