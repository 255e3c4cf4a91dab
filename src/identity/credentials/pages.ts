import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { changeLanguage, listSelectableLanguages, getLanguage } from '../account/email.ts';
import { getOwnProfile } from '../account/people.ts';
import { findOwnSuppression } from '../mail/suppressions.ts';
import { proposeToEnd, type AlsoEnd } from '../sessions/end-access.ts';
import { EndFields, parseEndFields } from '../sessions/components.ts';
import { changeUsername, requirePassword } from './credentials.ts';
import { requestEmailChange, confirmEmail, findWaitingEmail } from './email.ts';
import { changePassword } from './password.ts';
import { credentialsView, type CredentialForms } from './views.ts';

const text = (maxLength = 300) => Type.String({ maxLength });
const credentials = '/settings/credentials';

/** Settings pages for username, email, password and language. */
export const credentialsPages = [
  page({
    method: 'GET',
    path: credentials,
    access: 'member',
    handle: ({ app, viewer }) => showCredentials(app, viewer.id),
  }),
  page({
    method: 'POST',
    path: '/settings/username',
    verb: changeUsername,
    access: 'member',
    body: Type.Object({ username: text(), current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      await changeUsername(app, viewer.id, body.username);
      return redirect(credentials, { kind: 'success', text: t('Username updated') });
    },
    again: ({ app, viewer, body }, problem) =>
      showCredentials(app, viewer.id, { username: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: '/settings/language',
    verb: changeLanguage,
    access: 'member',
    body: Type.Object({ language: text(20) }),
    handle: async ({ app, viewer, body }) => {
      await changeLanguage(app, viewer.id, body.language);
      return redirect(credentials, { kind: 'success', text: t('Language saved') });
    },
    again: ({ app, viewer, body }, problem) =>
      showCredentials(app, viewer.id, { language: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: '/settings/email',
    verb: requestEmailChange,
    access: 'member',
    body: Type.Object({ email: text(), current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      await requestEmailChange(app, viewer.id, body.email, true);
      return redirect(credentials, {
        kind: 'info',
        text: t('A code has been sent to your new email address'),
      });
    },
    again: ({ app, viewer, body }, problem) =>
      showCredentials(app, viewer.id, { email: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: '/settings/email/code',
    verb: confirmEmail,
    access: 'member',
    body: Type.Object({ code: text(20), current: Type.String({ maxLength: 300, default: '' }) }),
    handle: async ({ app, viewer, client, body }) => {
      await confirmEmail(app, viewer.id, body, client);
      return redirect(credentials, { kind: 'success', text: t('Email changed') });
    },
    again: ({ app, viewer, body: { code } }, problem) =>
      showCredentials(app, viewer.id, { code: refused({ code }, problem) }),
  }),
  page({
    method: 'POST',
    path: '/settings/password',
    verb: changePassword,
    access: 'member',
    body: Type.Object({ password: text(), current: text(), ...EndFields }),
    handle: async ({ app, viewer, client, caller, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      const end = parseEndFields(body);
      await changePassword(app, viewer.id, body.password, { exceptSession: caller.sessionId, end });
      return redirect(credentials, {
        kind: 'success',
        text: t('Password changed. All other sessions were signed out.'),
      });
    },
    again: ({ app, viewer, body }, problem) =>
      showCredentials(app, viewer.id, { password: refused(body, problem) }, parseEndFields(body)),
  }),
];

async function showCredentials(
  app: App,
  accountId: string,
  forms: Partial<CredentialForms> = {},
  end?: AlsoEnd,
): Promise<View> {
  const { email, username } = await getOwnProfile(app, accountId);
  return credentialsView({
    username: forms.username ?? { values: { username } },
    email: forms.email ?? { values: { email } },
    code: forms.code ?? {},
    password: forms.password ?? {},
    end: end ?? (await proposeToEnd(app, accountId)),
    language: forms.language ?? { values: { language: await getLanguage(app, accountId) } },
    languages: await listSelectableLanguages(app),
    waiting: await findWaitingEmail(app, accountId),
    suppression: await findOwnSuppression(app, accountId),
  });
}
