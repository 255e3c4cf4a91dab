import { invalid, msg } from '../../kernel/problem.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import type { SiteSettings } from '../../platform/settings/site-settings.ts';

const longestAnswer = 1000;

/** Returns the answer to store. Throws a `Problem` if the operator asks a question and the answer is blank. */
export function parseAnswer({ question }: SiteSettings, typed = ''): string {
  if (question === '') return '';
  const answer = cleanText(typed, 'registration_answer', longestAnswer);
  if (isBlank(answer))
    throw invalid('registration_answer', msg('Answer the question, so that operators know who you are'));
  return answer;
}

/** Stores that a new account waits for the approval of an operator. */
export async function addRegistrationRequest(
  { db, clock }: App,
  accountId: string,
  answer: string,
): Promise<void> {
  await db
    .insertInto('identity.registration_request')
    .values({ account_id: accountId, answer, created_at: clock.now() })
    .execute();
}
