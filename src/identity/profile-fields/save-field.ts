import { t } from '../../kernel/translation/translate.ts';
import { invalid, missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { NewProfileField } from './profile-field.ts';

/** Adds a field, or changes the one with this id. */
export async function saveField(app: App, field: NewProfileField, id?: string): Promise<void> {
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
  if (numUpdatedRows === 0n) throw missing(t('Field'));
}

function toRow({ label, kind, options, maxLength, position, ...field }: NewProfileField) {
  const name = label.trim();
  if (name === '' || name.length > 60) throw invalid('label', t('Enter a label of 1 to 60 characters'));
  const isChoice = kind === 'selectbox' || kind === 'multipleselectbox';
  const choices = isChoice ? options.map((option) => option.trim()).filter(Boolean) : [];
  if (isChoice && choices.length < 2) throw invalid('options', t('Enter at least two options, one per line'));
  if (choices.length > 100 || choices.some((choice) => choice.length > 100))
    throw invalid('options', t('At most 100 options of 100 characters'));
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
