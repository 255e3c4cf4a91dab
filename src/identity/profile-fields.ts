import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { invalid, missing, msg } from '../kernel/problem.ts';
import { t } from '../web/translation/translate.ts';
import { type App, verb } from '../platform/app.ts';
import { checkboxGroup, selectField } from '../web/components/fields/choice-field.ts';
import { textArea, textField } from '../web/components/fields/text-field.ts';
import { bind, type FormState } from '../web/form.ts';
import type { Html } from '../web/html.ts';

/** A custom profile field that an operator added. */
export interface ProfileField extends NewProfileField {
  /** Digits. */
  id: string;
}

interface NewProfileField {
  label: string;
  kind: FieldKind;
  /** The options; empty for text fields. */
  options: string[];
  isRequired: boolean;
  /** Whether sign-up asks for it, in addition to the settings. */
  atSignUp: boolean;
  /** Whether it is shown on the profile. */
  isPublic: boolean;
  /** Maximum length of a text answer, in characters. */
  maxLength: number;
  position: number;
}

export const fieldKinds = ['textbox', 'textarea', 'selectbox', 'multipleselectbox'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** The name of the field in forms and API requests. */
export const answerName = (id: string) => `fld_${id}`;

export async function listFields({ db }: Pick<App, 'db'>): Promise<ProfileField[]> {
  const rows = await db
    .selectFrom('identity.profile_field')
    .select(['id', 'label', 'kind', 'options', 'position', 'max_length as maxLength'])
    .select(['is_required as isRequired', 'at_sign_up as atSignUp', 'is_public as isPublic'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as FieldKind }));
}

/** Adds a field, or changes the one with this id. */
export const saveField = verb(
  { name: 'profile-fields.save', who: 'operator' },
  async (app, field: NewProfileField, id?: string) => {
    const row = toRow(field);
    if (id === undefined) {
      await app.db.insertInto('identity.profile_field').values(row).execute();
      return;
    }
    const { numUpdatedRows } = await app.db
      .updateTable('identity.profile_field')
      .set(row)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw missing(msg('Field'));
  },
);

function toRow({ label, kind, options, maxLength, position, ...field }: NewProfileField) {
  const name = label.trim();
  if (name === '' || name.length > 60) throw invalid('label', msg('Enter a label of 1 to 60 characters'));
  const isChoice = kind === 'selectbox' || kind === 'multipleselectbox';
  const choices = isChoice ? options.map((option) => option.trim()).filter(Boolean) : [];
  if (isChoice && choices.length < 2)
    throw invalid('options', msg('Enter at least two options, one per line'));
  if (choices.length > 100 || choices.some((choice) => choice.length > 100))
    throw invalid('options', msg('At most 100 options of 100 characters'));
  return {
    label: name,
    kind,
    options: choices,
    max_length: maxLength,
    position,
    is_required: field.isRequired,
    at_sign_up: field.atSignUp,
    is_public: field.isPublic,
  };
}

/** Removes a field from forms, or restores it. Stored answers are kept in case it is restored. */
export const hideField = verb(
  { name: 'profile-fields.hide', who: 'operator' },
  async (app, id: string, isHidden: boolean) => {
    await app.db
      .updateTable('identity.profile_field')
      .set({ deleted_at: isHidden ? app.clock.now() : null })
      .where('id', '=', id)
      .execute();
  },
);

/** Options of a request's schema that has answers. JSON may name a list `fld_<id>[]`. */
export const withAnswers = { patternProperties: { '^fld_[0-9]{1,19}(\\[\\])?$': Type.Unknown() } };

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
      throw invalid(name, msg('{label} is required', { label: field.label }));
    if (answer !== undefined) answers.set(field.id, answer);
    else if (field.isRequired) throw invalid(name, msg('{label} is required', { label: field.label }));
  }
  return answers;
}

function parseAnswer(field: ProfileField, given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  const texts = (Array.isArray(given) ? given : [given]).map((each) => String(each).trim());
  if (field.options.length === 0) return parseText(field, texts.join(' '));
  const chosen = texts.flatMap((text) => text.split(',')).filter((text) => text !== '' && text !== 'none');
  if (field.kind === 'selectbox' && chosen.length > 1)
    throw invalid(answerName(field.id), msg('Choose one {label}', { label: field.label }));
  for (const number of chosen)
    if (!/^\d{1,3}$/.test(number) || Number(number) >= field.options.length)
      throw invalid(answerName(field.id), msg('{label} is not one of its options', { label: field.label }));
  return [...new Set(chosen)].join(',');
}

function parseText(field: ProfileField, text: string): string {
  if (text === 'none') return '';
  if (text.length > field.maxLength)
    throw invalid(
      answerName(field.id),
      msg('{label} can have at most {longest} characters', { label: field.label, longest: field.maxLength }),
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

/** The form control of a custom profile field. */
export function answerField(field: ProfileField, state: FormState): Html {
  const { name, value, error } = bind(state)(answerName(field.id));
  const common = { name, label: field.label, error, required: field.isRequired };
  const choices = field.options.map((label, index) => ({ value: String(index), label }));
  if (field.kind === 'multipleselectbox')
    return checkboxGroup({ ...common, choices, values: value?.split(',') ?? [] });
  if (field.kind === 'selectbox')
    return selectField({ ...common, value, empty: field.isRequired ? t('Choose one') : t('None'), choices });
  return field.kind === 'textarea'
    ? textArea({ ...common, value, maxlength: field.maxLength })
    : textField({ ...common, value, maxlength: field.maxLength });
}
