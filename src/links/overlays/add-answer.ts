import { mailAccount } from '../../identity/account/email.ts';
import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import type { Answer, AnswerInput } from './answer.ts';
import type { Overlay } from './overlay.ts';

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
export async function addAnswer(
  app: App,
  overlay: Overlay,
  from: AnsweredPage,
  input: AnswerInput,
): Promise<void> {
  const answer = parseAnswer(overlay, input);
  const rule = { name: 'overlay:answer', calls: app.config.OVERLAY_RESPONSE_LIMIT, within: minutes(10) };
  enforce(await app.limits.consume(rule, `${addressKey(from.address)}:${overlay.id}`));
  await inTransaction(app, async (app) => {
    if (!(await saveAnswer(app, overlay, from, answer))) return;
    if (answer.choice !== undefined) await countVote(app, overlay.id, answer.choice);
    if (overlay.content.mails) await mailOwner(app, overlay, from.ownerId, answer);
  });
}

/** Validates the fields that this kind uses. Other fields are not stored. */
function parseAnswer({ kind, content }: Overlay, input: AnswerInput): Answer {
  if (kind === 'poll') {
    const choice = content.choices.find((each) => each === input.choice);
    if (choice === undefined) throw invalid('choice', t('Choose one'));
    return { choice };
  }
  if (kind !== 'contact' && kind !== 'newsletter')
    throw invalid('', t('This overlay does not accept responses'));
  const written = kind === 'contact' && {
    name: parseLine('name', input.name, { what: t('Your name'), min: 1, max: 100 }),
  };
  const email = parseEmail(input.email);
  const message = kind === 'contact' && {
    message: parseLines('message', input.message, { what: t('The message'), min: 1, max: 2000 }),
  };
  if (content.consent && input.consent === undefined) throw invalid('consent', t('Your consent is required'));
  return { ...written, email, ...message, ...(content.consent && { agreedTo: content.consent }) };
}

function parseEmail(text = ''): string {
  const email = text.trim();
  if (
    email.length > 254 ||
    !/^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@.]+(\.[^\s<>()[\]\\,;:"@.]+)+$/.test(email)
  )
    throw invalid('email', t('Enter an email address such as ada@example.org'));
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
