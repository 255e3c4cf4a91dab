import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { settingsFound } from '../components/settings-frame.ts';
import { getProfile } from '../account/get-profile.ts';
import { changeProfile } from './change-profile.ts';
import { profileView } from './views/profile-view.ts';

const Search = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) });

const text = (maxLength = 300) => Type.String({ maxLength });

/** Settings pages for name and biography, and the search over all settings. */
export const profilePages = [
  page({
    method: 'GET',
    path: '/settings',
    access: 'member',
    handle: async ({ app, viewer }) => {
      const profile = await getProfile(app, viewer.id);
      const { firstName: first_name, lastName: last_name, biography } = profile;
      return profileView({ values: { first_name, last_name, biography } });
    },
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
    path: '/settings',
    access: 'member',
    body: Type.Object({ first_name: text(), last_name: text(), biography: text(8000) }),
    handle: async ({ app, viewer, body }) => {
      const { first_name: firstName, last_name: lastName, biography } = body;
      await changeProfile(app, viewer.id, { firstName, lastName, biography });
      return redirect('/settings', { kind: 'success', text: t('Profile saved') });
    },
    again: ({ body }, problem) => profileView(refused(body, problem)),
  }),
];
