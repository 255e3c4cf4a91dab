import { Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { card } from '../../web/components/surfaces.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState, refused } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { getOwnProfile } from '../account/people.ts';
import { settings, settingsFound } from '../components/settings-frame.ts';
import { changeProfile } from './profile.ts';

const Search = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) });

const text = (maxLength = 300) => Type.String({ maxLength });

/** Settings pages for name and biography, and the search over all settings. */
export const profilePages = [
  page({
    method: 'GET',
    path: '/settings',
    access: 'member',
    handle: async ({ app, viewer }) => profileView(await getValues(app, viewer.id), true),
  }),
  page({
    method: 'GET',
    path: '/settings/profile',
    access: 'member',
    handle: async ({ app, viewer }) => profileView(await getValues(app, viewer.id)),
  }),
  page({
    method: 'GET',
    path: '/settings/search',
    access: 'member',
    query: Search,
    handle: ({ query }) => settingsFound(query.q ?? ''),
  }),
  page({
    method: 'POST',
    path: '/settings/profile',
    verb: changeProfile,
    access: 'member',
    body: Type.Object({ first_name: text(), last_name: text(), biography: text(8000) }),
    handle: async ({ app, viewer, body }) => {
      const { first_name: firstName, last_name: lastName, biography } = body;
      await changeProfile(app, viewer.id, { firstName, lastName, biography });
      return redirect('/settings/profile', { kind: 'success', text: t('Profile saved') });
    },
    again: ({ body }, problem) => profileView(refused(body, problem)),
  }),
];

async function getValues(app: App, id: string): Promise<FormState> {
  const { firstName: first_name, lastName: last_name, biography } = await getOwnProfile(app, id);
  return { values: { first_name, last_name, biography } };
}

/** `isFirst`: at the URL of all settings, where phones list them. */
function profileView(state: FormState, isFirst = false): View {
  const field = bind(state);
  return settings(
    isFirst ? t('Settings') : t('Profile'),
    '/settings/profile',
    card({
      title: t('Profile'),
      lead: t('Shown next to your posts and on your profile.'),
      body: form({
        action: '/settings/profile',
        state,
        submit: t('Save'),
        body: html`${textField({
          ...field('first_name'),
          label: t('First name'),
          autocomplete: 'given-name',
          maxlength: 64,
          required: true,
        })}
        ${textField({ ...field('last_name'), label: t('Last name'), autocomplete: 'family-name', maxlength: 64, required: false })}
        ${textArea({ ...field('biography'), label: t('About you'), rows: 4, maxlength: 1000 })}`,
      }),
    }),
    { isFirst },
  );
}
