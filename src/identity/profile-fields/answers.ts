import { t } from '../../kernel/translation/translate.ts';
import { sql, type RawBuilder } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { answerName, type ProfileField } from './profile-field.ts';

/** A person's answers by field id: text, or option numbers separated by commas. */
type Answers = ReadonlyMap<string, string>;

/**
 * Parses `fld_<id>` entries of a body. A choice is the index of its option, from 0, or several of them.
 * "none" and blank mean no answer. Fields missing from the body are omitted unless they are required.
 */
export function parseAnswers(
  fields: readonly ProfileField[],
  body: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const answers = new Map<string, string>();
  for (const field of fields) {
    const name = answerName(field.id);
    const answer = parseAnswer(field, body[name] ?? body[`${name}[]`]);
    if (answer === '' && field.isRequired)
      throw invalid(name, t('{label} is required', { label: field.label }));
    if (answer !== undefined) answers.set(field.id, answer);
    else if (field.isRequired) throw invalid(name, t('{label} is required', { label: field.label }));
  }
  return answers;
}

function parseAnswer(field: ProfileField, given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  const texts = (Array.isArray(given) ? given : [given]).map((each) => String(each).trim());
  if (field.options.length === 0) return parseText(field, texts.join(' '));
  const chosen = texts.flatMap((text) => text.split(',')).filter((text) => text !== '' && text !== 'none');
  if (field.kind === 'selectbox' && chosen.length > 1)
    throw invalid(answerName(field.id), t('Choose one {label}', { label: field.label }));
  for (const number of chosen)
    if (!/^\d{1,3}$/.test(number) || Number(number) >= field.options.length)
      throw invalid(answerName(field.id), t('{label} is not one of its options', { label: field.label }));
  return [...new Set(chosen)].join(',');
}

function parseText(field: ProfileField, text: string): string {
  if (text === 'none') return '';
  if (text.length > field.maxLength)
    throw invalid(
      answerName(field.id),
      t('{label} can have at most {longest} characters', { label: field.label, longest: field.maxLength }),
    );
  return text;
}

/** Stores answers, replacing earlier ones. A blank answer deletes the earlier one. */
export async function saveAnswers(
  { db }: Pick<App, 'db'>,
  accountId: string,
  answers: Answers,
): Promise<void> {
  if (answers.size === 0) return;
  await db
    .deleteFrom('identity.profile_value')
    .where('account_id', '=', accountId)
    .where('field_id', 'in', [...answers.keys()])
    .execute();
  const rows = [...answers]
    .filter(([, value]) => value !== '')
    .map(([field_id, value]) => ({ account_id: accountId, field_id, value }));
  if (rows.length > 0) await db.insertInto('identity.profile_value').values(rows).execute();
}

/** SQL: the answers of the account in `column`, as JSON by field id. */
export const storedAnswersOf = (column: string): RawBuilder<Record<string, string>> => sql`(
  select coalesce(json_object_agg(field_id, value), '{}') from identity.profile_value
  where account_id = ${sql.ref(column)})`;

export async function getStoredAnswers({ db }: Pick<App, 'db'>, accountId: string): Promise<Answers> {
  const rows = await db
    .selectFrom('identity.profile_value')
    .select(['field_id', 'value'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map((row) => [row.field_id, row.value]));
}

/** Formats an answer as text. */
export const answerText = (field: ProfileField, value: string): string =>
  field.options.length === 0
    ? value
    : value
        .split(',')
        .map((number) => field.options[Number(number)])
        .filter((option) => option !== undefined)
        .join(', ');
