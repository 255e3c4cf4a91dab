import type { App } from '../../platform/app.ts';
import type { FieldKind, ProfileField } from './profile-field.ts';

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
