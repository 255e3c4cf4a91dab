import { Type } from 'typebox';
import { page, redirect } from '../platform/http/endpoint.ts';
import { changeEmail, changePassword, requirePassword } from './change-credentials.ts';
import { changeProfile, readProfile } from './change-profile.ts';
import { refused } from '../platform/html/refused.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { settingsOfPlaza } from './views/settings-frame.ts';
import { credentialsView, profileView, sessionsView } from './views/settings-views.ts';

const text = (maxLength = 300) => Type.String({ maxLength });
const picture = { most: 2, bytes: 16 * 1024 * 1024 };

/** A person's own settings: the same pages on both services. */
export const settingsPages = [
  page({
    method: 'GET',
    path: '/settings',
    access: 'member',
    handle: async ({ app, viewer }) => {
      const profile = await readProfile(app, viewer.id);
      const { firstName: first_name, lastName: last_name, biography } = profile;
      return profileView({ values: { first_name, last_name, biography } });
    },
  }),
  page({
    method: 'POST',
    path: '/settings',
    access: 'member',
    body: Type.Object({ first_name: text(), last_name: text(), biography: text(8000) }),
    files: picture,
    handle: async ({ app, viewer, body, files }) => {
      const { first_name: firstName, last_name: lastName, biography } = body;
      await changeProfile(app, viewer.id, { firstName, lastName, biography }, files);
      return redirect('/settings', { kind: 'success', text: 'Profile saved' });
    },
    again: ({ body }, problem) => profileView(refused({ picture: '', cover: '', ...body }, problem)),
  }),
  page({
    method: 'GET',
    path: '/settings/credentials',
    access: 'member',
    handle: async ({ app, viewer }) => {
      const { email } = await readProfile(app, viewer.id);
      return credentialsView({ values: { email } }, {});
    },
  }),
  page({
    method: 'POST',
    path: '/settings/email',
    access: 'member',
    body: Type.Object({ email: text(), current: text() }),
    handle: async ({ app, viewer, body }) => {
      await requirePassword(app, viewer.id, body.current);
      await changeEmail(app, viewer.id, body.email);
      return redirect('/settings/credentials', { kind: 'success', text: 'Email changed' });
    },
    again: ({ body }, problem) => credentialsView(refused(body, problem), {}),
  }),
  page({
    method: 'POST',
    path: '/settings/password',
    access: 'member',
    body: Type.Object({ password: text(), current: text() }),
    handle: async ({ app, viewer, caller, body }) => {
      await requirePassword(app, viewer.id, body.current);
      await changePassword(app, viewer.id, body.password, caller.sessionId);
      return redirect('/settings/credentials', {
        kind: 'success',
        text: 'Password changed; other sessions ended',
      });
    },
    again: async ({ app, viewer, body }, problem) => {
      const { email } = await readProfile(app, viewer.id);
      return credentialsView({ values: { email } }, refused(body, problem));
    },
  }),
  page({
    method: 'GET',
    path: '/settings/sessions',
    access: 'member',
    handle: async ({ app, viewer, caller }) =>
      sessionsView(await listSessions(app, viewer.id), caller.sessionId),
  }),
  page({
    method: 'POST',
    path: '/settings/sessions/end',
    access: 'member',
    body: Type.Object({ id: Type.String({ pattern: '^\\d{1,18}$' }) }),
    handle: async ({ app, viewer, body }) => {
      await endSession(app, viewer.id, body.id);
      return redirect('/settings/sessions', { kind: 'success', text: 'Session ended' });
    },
  }),
  page({
    method: 'POST',
    path: '/settings/sessions/end-others',
    access: 'member',
    handle: async ({ app, viewer, caller }) => {
      await endOtherSessions(app, viewer.id, caller.sessionId);
      return redirect('/settings/sessions', { kind: 'success', text: 'All other sessions ended' });
    },
  }),
];

/** At Hop's address: what only Plaza has leads to it. */
export const settingsElsewhere = settingsOfPlaza.map((path) =>
  page({
    method: 'GET',
    path,
    access: 'member',
    handle: ({ app }) => redirect(`${app.config.plazaUrl}${path}`),
  }),
);
