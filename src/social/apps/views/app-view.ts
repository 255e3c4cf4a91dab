import { card } from '../../../web/components/card.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { copyField } from '../../../web/components/copy.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { fileField } from '../../../web/components/fields/file-field.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { appCategories, type AppDetails, type OAuthApp } from '../oauth-app.ts';

interface AppFormOptions {
  /** Left out: a new one. */
  app?: OAuthApp;
  icon?: string | null;
  base: string;
  state?: FormState | undefined;
}

const above = breadcrumbs([{ label: 'Developers', href: '/developers' }]);

export function appFormView({ app, icon = null, base, state = {} }: AppFormOptions): View {
  const { name, domain, redirectUrl, description, category } = app ?? blank;
  const field = bind({
    ...state,
    values: state.values ?? { name, domain, redirectUrl, description, category },
  });
  return {
    title: app?.name ?? 'Register an app',
    section: 'developers',
    body: html`${pageHeader({ title: app?.name ?? 'Register an app', above })}
    ${app && card({ title: 'App URL', body: signInParts(app, base) })}
    ${card({
      ...(app && { title: 'What people see' }),
      body: form({
        action: app ? `/developers/${app.id}` : '/developers',
        state,
        upload: true,
        // A new app's secret is shown in the answer itself, this once.
        answersWithPage: !app,
        submit: app ? 'Save' : 'Register app',
        cancel: { label: 'Cancel', href: '/developers' },
        body: html`${textField({ ...field('name'), label: 'Name', maxlength: 60, required: true })}
        ${textField({ ...field('domain'), label: 'Domain', placeholder: 'example.org', inputmode: 'url', required: true })}
        ${textField({
          ...field('redirectUrl'),
          label: 'Redirect URL',
          hint: 'People return here with ?auth_key=… added. Must match exactly.',
          type: 'url',
          placeholder: 'https://example.org/signed-in',
          required: true,
        })}
        ${textArea({ ...field('description'), label: 'Purpose', maxlength: 500, rows: 3 })}
        ${selectField({
          ...field('category'),
          label: 'Category',
          empty: 'Choose one',
          choices: appCategories.map((value) => ({ value, label: value })),
        })}
        ${fileField({ ...field('icon'), label: 'Icon', hint: 'Square image.', accept: 'image/*', current: icon })}`,
      }),
    })}
    ${app && dangerCard(app)}`,
  };
}

const blank: AppDetails = { name: '', domain: '', redirectUrl: '', description: '', category: '' };

const signInParts = (app: OAuthApp, base: string): Html =>
  html`${copyField({ label: 'app_id', text: app.authId })}
  ${copyField({ label: 'Sign-in URL', text: `${base}/api/oauth?app_id=${app.authId}` })}`;

const dangerCard = (app: OAuthApp): Html =>
  card({
    title: 'Secret and deletion',
    danger: true,
    body: html`${buttonForm({
      to: `/developers/${app.id}/secret`,
      label: 'Rotate secret',
      confirm: 'Generate a new secret? The current one stops working immediately.',
      data: { 'data-turbo': 'false' },
    })}
    ${buttonForm({
      to: `/developers/${app.id}/delete`,
      label: 'Delete the app',
      kind: 'danger',
      confirm: `Delete ${app.name}? People will no longer be able to sign in with it.`,
    })}`,
  });

/** Shows the secret, this once. */
export function appSecretView({ app, secret, base }: { app: OAuthApp; secret: string; base: string }): View {
  return {
    title: app.name,
    section: 'developers',
    body: html`${pageHeader({ title: app.name, above })}
    ${notice({ tone: 'warning', title: 'Copy your secret now', body: 'You won’t be able to see it again.' })}
    ${card({
      body: html`${signInParts(app, base)}${copyField({ label: 'app_secret', text: secret })}
        <p><a href="/developers/${app.id}">Go to app</a></p>`,
    })}
    ${codeSample({
      title: 'Exchange the auth_key',
      code: `curl ${base}/api/authorize \\
  -d app_id=${app.authId} -d app_secret=${secret} -d auth_key=…
curl '${base}/api/get_user_info?access_token=…'`,
    })}`,
  };
}

export const deletedAppView = (id: string): View => ({
  title: 'App deleted',
  section: 'developers',
  body: html`${pageHeader({ title: 'App deleted', above })}
  ${emptyState({
    illustration: 'quiet',
    title: 'People can no longer sign in with it',
    text: 'You can restore it with the same ID and secret.',
    action: buttonForm({ to: `/developers/${id}/restore`, label: 'Restore', kind: 'primary' }),
  })}`,
});
