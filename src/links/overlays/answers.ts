import { sql } from 'kysely';
import { Type } from 'typebox';
import { mailAccount } from '../../identity/account/email.ts';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { days, minutes, sqlDate } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { csvSheet } from '../../platform/archive/section.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import { getOwned } from '../owned/owned.ts';
import type { Overlay, OverlayContent } from './overlay.ts';
import { ownedOverlays } from './overlays.ts';

/** A visitor's response to an overlay's form. Contains only the fields that its kind uses. */
interface Answer {
  name?: string;
  email?: string;
  message?: string;
  choice?: string;
  /** The consent text that the visitor agreed to, as shown at the time. */
  agreedTo?: string;
}

/** A response as submitted by the form. */
interface AnswerInput {
  name?: string | undefined;
  email?: string | undefined;
  message?: string | undefined;
  choice?: string | undefined;
  consent?: string | undefined;
}

/** A stored response. */
export interface OverlayAnswer {
  id: string;
  content: Answer;
  createdAt: Date;
  expiresAt: Date | null;
  /** The alias of the link that led here. Null: the link was deleted. */
  alias: string | null;
}

export interface Votes {
  choice: string;
  votes: number;
}

/** The page that a response comes from. */
interface AnsweredPage {
  ownerId: string;
  linkId: string;
  /** Unique id of this page view. Repeated submissions count as one response. */
  page: string;
  /** The sender's IP address. Used for rate limiting only and never stored. */
  address: string;
}

/** Stores a response to an overlay's form, and emails it to the owner if enabled. */
export const addOverlayAnswer = verb(
  { name: 'overlays.answer', who: 'anyone' },
  async (app, overlay: Overlay, from: AnsweredPage, input: AnswerInput): Promise<void> => {
    const answer = parseAnswer(overlay, input);
    const rule = { name: 'overlay:answer', calls: app.config.OVERLAY_RESPONSE_LIMIT, within: minutes(10) };
    enforce(await app.limits.consume(rule, `${addressKey(from.address)}:${overlay.id}`));
    await inTransaction(app, async (app) => {
      if (!(await saveAnswer(app, overlay, from, answer))) return;
      if (answer.choice !== undefined) await countVote(app, overlay.id, answer.choice);
      if (overlay.content.mails) await mailOwner(app, overlay, from.ownerId, answer);
    });
  },
);

/** Validates the fields that this kind uses. Other fields are not stored. */
function parseAnswer({ kind, content }: Overlay, input: AnswerInput): Answer {
  if (kind === 'poll') {
    const choice = content.choices.find((each) => each === input.choice);
    if (choice === undefined) throw invalid('choice', msg('Choose one'));
    return { choice };
  }
  if (kind !== 'contact' && kind !== 'newsletter')
    throw invalid('', msg('This overlay does not accept responses'));
  const written = kind === 'contact' && {
    name: parseLine('name', input.name, { what: msg('Your name'), min: 1, max: 100 }),
  };
  const email = parseEmail(input.email);
  const message = kind === 'contact' && {
    message: parseLines('message', input.message, { what: msg('The message'), min: 1, max: 2000 }),
  };
  if (content.consent && input.consent === undefined)
    throw invalid('consent', msg('Your consent is required'));
  return { ...written, email, ...message, ...(content.consent && { agreedTo: content.consent }) };
}

function parseEmail(text = ''): string {
  const email = text.trim();
  if (
    email.length > 254 ||
    !/^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@.]+(\.[^\s<>()[\]\\,;:"@.]+)+$/.test(email)
  )
    throw invalid('email', msg('Enter an email address such as ada@example.org'));
  return email;
}

async function saveAnswer(app: App, overlay: Overlay, from: AnsweredPage, answer: Answer): Promise<boolean> {
  const now = app.clock.now();
  const { retentionDays } = overlay.content;
  const created = await app.db
    .insertInto('links.overlay_answer')
    .values({
      overlay_id: overlay.id,
      link_id: from.linkId,
      page: from.page,
      content: JSON.stringify(answer),
      created_at: now,
      expires_at: retentionDays > 0 ? new Date(now.getTime() + days(retentionDays)) : null,
    })
    .onConflict((conflict) => conflict.constraint('overlay_answer_page').doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

const countVote = ({ db }: App, overlayId: string, choice: string) =>
  db
    .insertInto('links.overlay_vote')
    .values({ overlay_id: overlayId, choice, votes: 1 })
    .onConflict((conflict) =>
      conflict.columns(['overlay_id', 'choice']).doUpdateSet({ votes: sql`overlay_vote.votes + 1` }),
    )
    .execute();

async function mailOwner(app: App, { id, name }: Overlay, ownerId: string, answer: Answer): Promise<void> {
  await mailAccount(app, ownerId, () => ({
    subject: t('New message from “{name}”', { name }),
    text: [
      t('New response to your overlay “{name}”.', { name }),
      `${t('Name: {name}', { name: answer.name ?? '' })}\n${t('Email: {email}', { email: answer.email ?? '' })}`,
      answer.message ?? '',
      t('All responses: {address}', { address: `${app.config.hopUrl}/dashboard/overlays/${id}/answers` }),
    ].join('\n\n'),
  }));
}

/**
 * Returns responses to one overlay, newest first, older than `before` if given. The caller must check
 * ownership.
 */
export const listOverlayAnswers = (
  { db }: Pick<App, 'db'>,
  overlayId: string,
  { before, count }: { before?: string | undefined; count: number },
): Promise<OverlayAnswer[]> =>
  db
    .selectFrom('links.overlay_answer as answer')
    .leftJoin('links.link as link', 'link.id', 'answer.link_id')
    .where('answer.overlay_id', '=', overlayId)
    .$call(whenGiven(before, (query, before) => query.where('answer.id', '<', before)))
    .select(['answer.id', 'answer.created_at as createdAt', 'answer.expires_at as expiresAt', 'link.alias'])
    .select((row) => row.ref('answer.content').$castTo<Answer>().as('content'))
    .orderBy('answer.id', 'desc')
    .limit(count)
    .execute();

/** Returns the choices of a poll with their votes, in the owner's order. Removed choices come last. */
export async function getVotes(
  { db }: Pick<App, 'db'>,
  overlayId: string,
  { choices }: Pick<OverlayContent, 'choices'>,
): Promise<Votes[]> {
  const rows = await db
    .selectFrom('links.overlay_vote')
    .select(['choice', 'votes'])
    .where('overlay_id', '=', overlayId)
    .orderBy('choice')
    .execute();
  const counted = new Map([
    ...choices.map((choice) => [choice, 0] as const),
    ...rows.map(({ choice, votes }) => [choice, Number(votes)] as const),
  ]);
  return Array.from(counted, ([choice, votes]) => ({ choice, votes }));
}

/** Permanently deletes one response. Its vote still counts. */
export const deleteOverlayAnswer = verb(
  { name: 'overlays.delete-answer', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, overlayId: string, id: string): Promise<void> => {
    const { id: own } = await getOwned(app, viewer, ownedOverlays, overlayId);
    const gone = await app.db
      .deleteFrom('links.overlay_answer')
      .where('overlay_id', '=', own)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw missing(msg('Answer'));
  },
);

/** Permanently deletes all responses and votes of an overlay. */
export const deleteAnswers = verb(
  { name: 'overlays.delete-answers', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, overlayId: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const { id } = await getOwned(app, viewer, ownedOverlays, overlayId);
      await app.db.deleteFrom('links.overlay_answer').where('overlay_id', '=', id).execute();
      await app.db.deleteFrom('links.overlay_vote').where('overlay_id', '=', id).execute();
    });
  },
);

const rowsAtOnce = 500;
const heading = ['date', 'link', 'name', 'email', 'message', 'choice', 'agreed_to'];

/** Streams all responses to an overlay as CSV, newest first, in batches to limit memory use. */
export const writeAnswersCsv = (app: Pick<App, 'db'>, overlayId: string): NodeJS.ReadableStream =>
  csvSheet(rows(app, overlayId), { lineEnd: 'windows' });

async function* rows(app: Pick<App, 'db'>, overlayId: string): AsyncGenerator<string[]> {
  yield heading;
  let before: string | undefined;
  for (;;) {
    const answers = await listOverlayAnswers(app, overlayId, { before, count: rowsAtOnce });
    yield* answers.map(cellsOf);
    before = answers.at(-1)?.id;
    if (answers.length < rowsAtOnce) return;
  }
}

const cellsOf = ({ createdAt, alias, content }: OverlayAnswer): string[] => [
  sqlDate(createdAt),
  alias ?? '',
  content.name ?? '',
  content.email ?? '',
  content.message ?? '',
  content.choice ?? '',
  content.agreedTo ?? '',
];

/** Rows per statement, so that no statement takes long. */
const purgedAtOnce = 5000;

/** Deletes responses whose retention period has ended. */
export async function purgeAnswers({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  let deleted: bigint | undefined;
  do {
    ({ numAffectedRows: deleted } = await sql`
      delete from links.overlay_answer where id = any(array(
        select id from links.overlay_answer where expires_at <= ${clock.now()} order by expires_at limit ${purgedAtOnce}))`.execute(
      db,
    ));
  } while (deleted === BigInt(purgedAtOnce));
}

export const overlayJobs = [
  job('links.purge-overlay-answers', Type.Object({}), purgeAnswers, { cron: '41 3 * * *' }),
];
