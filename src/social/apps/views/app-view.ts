import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { copyField } from '../../../web/components/copy.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { appCategories, type AppDetails, type OAuthApp } from '../oauth-app.ts';

interface AppFormOptions {
  /** Undefined for a new app. */
  app?: OAuthApp;
  icon?: string | null;
  base: string;
  state?: FormState | undefined;
}

const above = () => breadcrumbs([{ label: t('Developers'), href: '/developers' }]);

export function appFormView({ app, icon = null, base, state = {} }: AppFormOptions): View {
  const { name, domain, redirectUrl, description, category } = app ?? blank;
  const field = bind({
    ...state,
    values: state.values ?? { name, domain, redirectUrl, description, category },
  });
  return {
    title: app?.name ?? t('Register an app'),
    section: 'developers',
    body: html`${pageHeader({ title: app?.name ?? t('Register an app'), above: above() })}
    ${app && card({ title: t('App URL'), body: signInParts(app, base) })}
    ${card({
      ...(app && { title: t('App details') }),
      body: form({
        action: app ? `/developers/${app.id}` : '/developers',
        state,
        upload: true,
        // The response itself shows the secret of a new app, once.
        answersWithPage: !app,
        submit: app ? t('Save') : t('Register app'),
        cancel: { label: t('Cancel'), href: '/developers' },
        body: html`${textField({ ...field('name'), label: t('Name'), maxlength: 60, required: true })}
        ${textField({ ...field('domain'), label: t('Domain'), placeholder: 'example.org', inputmode: 'url', required: true })}
        ${textField({
          ...field('redirectUrl'),
          label: t('Redirect URL'),
          hint: t('People return here with ?auth_key=… added. Must match exactly.'),
          type: 'url',
          placeholder: 'https://example.org/signed-in',
          required: true,
        })}
        ${textArea({ ...field('description'), label: t('Purpose'), maxlength: 500, rows: 3 })}
        ${selectField({
          ...field('category'),
          label: t('Category'),
          empty: t('Choose one'),
          choices: appCategories().map((value) => ({ value, label: value })),
        })}
        ${fileField({ ...field('icon'), label: t('Icon'), hint: t('Square image.'), accept: pictureTypes, current: icon })}`,
      }),
    })}
    ${app && dangerCard(app)}`,
  };
}

const blank: AppDetails = { name: '', domain: '', redirectUrl: '', description: '', category: '' };

const signInParts = (app: OAuthApp, base: string): Html =>
  html`${copyField({ label: 'app_id', text: app.authId })}
  ${copyField({ label: t('Sign-in URL'), text: `${base}/api/oauth?app_id=${app.authId}` })}`;

const dangerCard = (app: OAuthApp): Html =>
  card({
    title: t('Secret and deletion'),
    danger: true,
    body: html`${buttonForm({
      to: `/developers/${app.id}/secret`,
      label: t('Rotate secret'),
      confirm: t('Generate a new secret? The current one stops working immediately.'),
      data: { 'data-turbo': 'false' },
    })}
    ${buttonForm({
      to: `/developers/${app.id}/delete`,
      label: t('Delete the app'),
      kind: 'danger',
      confirm: t('Delete {name}? People will no longer be able to sign in with it.', { name: app.name }),
    })}`,
  });

/** Shows the secret of an app, once. */
export function appSecretView({ app, secret, base }: { app: OAuthApp; secret: string; base: string }): View {
  return {
    title: app.name,
    section: 'developers',
    body: html`${pageHeader({ title: app.name, above: above() })}
    ${notice({ tone: 'warning', title: t('Copy your secret now'), body: t('You won’t be able to see it again.') })}
    ${card({
      body: html`${signInParts(app, base)}${copyField({ label: 'app_secret', text: secret })}
        <p><a href="/developers/${app.id}">Go to app</a></p>`,
    })}
    ${codeSample({
      title: t('Exchange the auth_key'),
      code: `curl ${base}/api/authorize \\
  -d app_id=${app.authId} -d app_secret=${secret} -d auth_key=…
curl '${base}/api/get_user_info?access_token=…'`,
    })}`,
  };
}

export const deletedAppView = (id: string): View => ({
  title: t('App deleted'),
  section: 'developers',
  body: html`${pageHeader({ title: t('App deleted'), above: above() })}
  ${emptyState({
    illustration: 'quiet',
    title: t('People can no longer sign in with it'),
    text: t('You can restore it with the same ID and secret.'),
    action: buttonForm({ to: `/developers/${id}/restore`, label: t('Restore'), kind: 'primary' }),
  })}`,
});
