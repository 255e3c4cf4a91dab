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
    title: app?.name ?? 'A new app',
    section: 'developers',
    body: html`${pageHeader({ title: app?.name ?? 'A new app', above })}
    ${app && card({ title: 'Its address', body: signInParts(app, base) })}
    ${card({
      ...(app && { title: 'What people see' }),
      body: form({
        action: app ? `/developers/${app.id}` : '/developers',
        state,
        upload: true,
        // A new app's secret is shown in the answer itself, this once.
        answersWithPage: !app,
        submit: app ? 'Save' : 'Register the app',
        cancel: { label: 'Cancel', href: '/developers' },
        body: html`${textField({ ...field('name'), label: 'Name', maxlength: 60, required: true })}
        ${textField({ ...field('domain'), label: 'Domain', placeholder: 'example.org', inputmode: 'url', required: true })}
        ${textField({
          ...field('redirectUrl'),
          label: 'Redirect address',
          hint: 'Where people come back to, with ?auth_key=… added. Compared to the character.',
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
        ${fileField({ ...field('icon'), label: 'Icon', hint: 'A square picture.', accept: 'image/*', current: icon })}`,
      }),
    })}
    ${app && dangerCard(app)}`,
  };
}

const blank: AppDetails = { name: '', domain: '', redirectUrl: '', description: '', category: '' };

const signInParts = (app: OAuthApp, base: string): Html =>
  html`${copyField({ label: 'app_id', text: app.authId })}
  ${copyField({ label: 'Where your “Sign in” button leads', text: `${base}/api/oauth?app_id=${app.authId}` })}`;

const dangerCard = (app: OAuthApp): Html =>
  card({
    title: 'Secret and end',
    danger: true,
    body: html`${buttonForm({
      to: `/developers/${app.id}/secret`,
      label: 'Rotate secret',
      confirm: 'Make a new secret? The old one stops working at once.',
      data: { 'data-turbo': 'false' },
    })}
    ${buttonForm({
      to: `/developers/${app.id}/delete`,
      label: 'Delete the app',
      kind: 'danger',
      confirm: `Delete ${app.name}? Nobody can sign in with it any more.`,
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
        <p><a href="/developers/${app.id}">To the app</a></p>`,
    })}
    ${codeSample({
      title: 'When somebody came back with ?auth_key=…',
      code: `curl ${base}/api/authorize \\
  -d app_id=${app.authId} -d app_secret=${secret} -d auth_key=…
curl '${base}/api/get_user_info?access_token=…'`,
    })}`,
  };
}

export const deletedAppView = (id: string): View => ({
  title: 'App deleted',
  section: 'developers',
  body: html`${pageHeader({ title: 'The app is deleted', above })}
  ${emptyState({
    illustration: 'quiet',
    title: 'Nobody can sign in with it any more',
    text: 'If that was not meant, bring it back: its id and secret are as they were.',
    action: buttonForm({ to: `/developers/${id}/restore`, label: 'Bring it back', kind: 'primary' }),
  })}`,
});
