import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { emailColumns } from '../../../kernel/comparable.ts';
import { invalid, missing } from '../../../kernel/problem.ts';
import { parseLine, parseLines } from '../../../kernel/typed-text/parse-text.ts';
import type { App } from '../../../platform/app.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import type { BlockOf } from '../blocks/block.ts';
import { parseMail } from '../page/texts.ts';

/** A visitor's submission of a form on a page. */
export interface Answer {
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
export async function addAnswer(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  bioId: string,
  block: BlockOf<'form'>,
  input: AnswerInput,
): Promise<void> {
  const isContact = block.content.purpose === 'contact';
  const email = parseMail('email', input.email ?? '').slice('mailto:'.length);
  if (email.length > 254) throw invalid('email', t('Enter a valid email address'));
  await db
    .insertInto('links.bio_answer')
    .values({
      link_id: bioId,
      block_id: block.id,
      ...emailColumns(email),
      name: isContact ? parseLine('name', input.name, { max: 100, what: t('The name') }) : '',
      message: isContact
        ? parseLines('message', input.message, { min: 1, max: 5000, what: t('The message') })
        : '',
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

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
export const listAnswers = (
  app: Pick<App, 'db'>,
  bioId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<Answer[]> =>
  selectAnswers(app, bioId)
    .$call(whenGiven(before, (query, before) => query.where('answer.id', '<', before)))
    .limit(limit)
    .execute();

/** Permanently deletes a submission. It contains personal data, whose deletion visitors may request. */
export async function deleteAnswer({ db }: Pick<App, 'db'>, bioId: string, id: string): Promise<void> {
  const deleted = await db
    .deleteFrom('links.bio_answer')
    .where('id', '=', id)
    .where('link_id', '=', bioId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw missing(t('Answer'));
}
