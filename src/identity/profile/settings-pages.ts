import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { readSiteSettings } from '../../platform/settings/site-settings.ts';
import type { View } from '../../web/view.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { askForEmail, confirmEmail, findWaitingEmail } from '../credentials/change-email.ts';
import { requirePassword } from '../credentials/change-credentials.ts';
import { changePassword } from '../credentials/change-password.ts';
import { proposeToEnd, type AlsoEnd } from '../sessions/end-access.ts';
import { EndFields, readEndFields } from './requests/end-fields.ts';
import { changeUsername } from '../credentials/change-username.ts';
import { changeLanguage, readLanguage } from '../account/language.ts';
import { changeProfile, readProfile } from './change-profile.ts';
import { refused } from '../../web/refused.ts';
import { endOtherSessions, endSession, listSessions } from '../sessions/sessions.ts';
import { settingsOfPlaza } from '../components/settings-frame.ts';
import { credentialsView, type CredentialForms } from '../credentials/components/credentials-view.ts';
import { profileView, sessionsView } from './views/settings-views.ts';

const text = (maxLength = 300) => Type.String({ maxLength });
const credentials = '/settings/credentials';

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
    handle: async ({ app, viewer, body }) => {
      const { first_name: firstName, last_name: lastName, biography } = body;
      await changeProfile(app, viewer.id, { firstName, lastName, biography });
      return redirect('/settings', { kind: 'success', text: 'Profile saved' });
    },
    again: ({ body }, problem) => profileView(refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: credentials,
    access: 'member',
    handle: ({ app, viewer }) => showCredentials(app, viewer.id),
  }),
  page({
    method: 'POST',
    path: '/settings/username',
    access: 'member',
    body: Type.Object({ username: text() }),
    handle: async ({ app, viewer, body }) => {
      await changeUsername(app, viewer.id, body.username);
      return redirect(credentials, { kind: 'success', text: 'User name saved' });
    },
    again: ({ app, viewer, body }, problem) =>
      showCredentials(app, viewer.id, { username: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: '/settings/language',
    access: 'member',
    body: Type.Object({ language: text(20) }),
    handle: async ({ app, viewer, body }) => {
      await changeLanguage(app, viewer.id, body.language);
      return redirect(credentials, { kind: 'success', text: 'Language saved' });
    },
    again: ({ app, viewer, body }, problem) =>
      showCredentials(app, viewer.id, { language: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: '/settings/email',
    access: 'member',
    body: Type.Object({ email: text(), current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      await askForEmail(app, viewer.id, body.email);
      return redirect(credentials, { kind: 'info', text: 'A code is on its way to the new address' });
    },
    again: ({ app, viewer, body }, problem) =>
      showCredentials(app, viewer.id, { email: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: '/settings/email/code',
    access: 'member',
    body: Type.Object({ code: text(20) }),
    handle: async ({ app, viewer, body }) => {
      await confirmEmail(app, viewer.id, body.code);
      return redirect(credentials, { kind: 'success', text: 'Email changed' });
    },
    again: ({ app, viewer, body }, problem) =>
      showCredentials(app, viewer.id, { code: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: '/settings/password',
    access: 'member',
    body: Type.Object({ password: text(), current: text(), ...EndFields }),
    handle: async ({ app, viewer, client, caller, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      const end = readEndFields(body);
      await changePassword(app, viewer.id, body.password, { keepSession: caller.sessionId, end });
      return redirect(credentials, {
        kind: 'success',
        text: 'Password changed; other sessions ended',
      });
    },
    again: ({ app, viewer, body }, problem) =>
      showCredentials(app, viewer.id, { password: refused(body, problem) }, readEndFields(body)),
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
    body: ById,
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

async function showCredentials(
  app: App,
  accountId: string,
  forms: Partial<CredentialForms> = {},
  end?: AlsoEnd,
): Promise<View> {
  const { email, username } = await readProfile(app, accountId);
  const { languages } = await readSiteSettings(app);
  return credentialsView({
    username: forms.username ?? { values: { username } },
    email: forms.email ?? { values: { email } },
    code: forms.code ?? {},
    password: forms.password ?? {},
    end: end ?? (await proposeToEnd(app, accountId)),
    language: forms.language ?? { values: { language: await readLanguage(app, accountId) } },
    languages,
    waiting: await findWaitingEmail(app, accountId),
  });
}

/** At Hop's address: what only Plaza has leads to it. */
export const settingsElsewhere = settingsOfPlaza.map((path) =>
  page({
    method: 'GET',
    path,
    access: 'member',
    handle: ({ app }) => redirect(`${app.config.plazaUrl}${path}`),
  }),
);
