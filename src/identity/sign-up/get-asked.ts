import { hasPerson } from './register.ts';
import type { App } from '../../platform/app.ts';
import { getSiteSettings, type SiteSettings } from '../../platform/settings/site-settings.ts';
import { listFields } from '../profile-fields/list-fields.ts';
import type { ProfileField } from '../profile-fields/profile-field.ts';
import { listTitled, type ListOption } from '../account/titled-lists.ts';

/** The sign-up form's fields beyond the name. */
export interface SignUpFields {
  /** Whether nobody has an account yet. The first to register becomes the operator. */
  isFirst: boolean;
  registration: SiteSettings['registration'];
  minimumAge: number;
  /** Empty if sign-up does not ask for it. */
  genders: readonly ListOption[];
  groups: readonly ListOption[];
  fields: readonly ProfileField[];
}

export async function getAsked(app: App): Promise<SignUpFields> {
  const { registration, minimumAge, genders, gendersAtSignUp, chooseGroup } = await getSiteSettings(app);
  return {
    isFirst: !(await hasPerson(app)),
    registration,
    minimumAge,
    genders: genders && gendersAtSignUp ? await listTitled(app, 'gender') : [],
    groups: chooseGroup ? await listTitled(app, 'user_group') : [],
    fields: (await listFields(app)).filter(({ atSignUp }) => atSignUp),
  };
}
