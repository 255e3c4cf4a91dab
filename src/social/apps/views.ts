import { t } from '../../web/translation/translate.ts';
import { linkButton, copyField } from '../../web/components/controls.ts';
import { card, emptyState, notice, pageHeader, table, relativeTime } from '../../web/components/surfaces.ts';
import { codeSample } from '../../web/components/code-sample.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../web/components/fields/file-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { appCategories, type AppDetails, type OAuthApp } from './oauth-app.ts';

interface DevelopersOptions {
  /** Undefined if the viewer is not signed in. */
  apps: readonly OAuthApp[] | undefined;
  base: string;
  hop: string;
  /** Formatted prices per call. Empty if nothing is sold. */
  prices: readonly (readonly [what: string, price: string])[];
}

/** Overview of the APIs and the viewer's apps. */
export function developersView({ apps, base, hop, prices }: DevelopersOptions): View {
  return {
    title: t('Developers'),
    section: 'developers',
    description: t('Let people sign in to your app with their account, and build on the APIs.'),
    canonical: `${base}/developers`,
    body: html`${pageHeader({
      title: t('Developers'),
      lead: t('Let people sign in to your app with their account.'),
      actions: linkButton({
        label: t('Register an app'),
        href: '/developers/new',
        icon: 'plus',
        kind: 'primary',
      }),
    })}
    ${apps && ownApps(apps)}
    ${card({
      title: t('How sign-in works'),
      body: html`<div class="prose">
        <ol>
          <li>
            Your button links to <code>${base}/api/oauth?app_id=…</code>. People authorize your app once.
          </li>
          <li>
            They return to your redirect URL with <code>?auth_key=…</code>, valid once and for one minute.
          </li>
          <li>Your server exchanges it for a one-hour token and requests their profile.</li>
        </ol>
      </div>`,
    })}
    ${codeSample({
      title: t('On your server'),
      code: `curl ${base}/api/authorize -d app_id=… -d app_secret=… -d auth_key=…
# {"access_token":"…","token_type":"Bearer","expires_in":3600}
curl '${base}/api/get_user_info?access_token=…'
# {"user_info":{"user_id":"7","user_name":"ada",…}}`,
    })}
    ${card({
      title: t('The APIs'),
      body: html`<div class="prose">
        <ul>
          <li><a href="/developers/quick-start">Quick start</a> in five languages.</li>
          <li><a href="/api-docs">Plaza’s</a>: people, posts and feeds, for apps with a key.</li>
          <li>
            <a href="/developers/paid">Paid calls</a>: public content for agents and apps, without an account.
          </li>
          <li><a href="${hop}/api-docs" data-turbo="false">Hop’s</a>: short links and their statistics.</li>
          <li>
            <a href="/developers/webhooks">Webhooks</a>: events of your account, your apps or the site, sent
            to your server.
          </li>
        </ul>
      </div>`,
    })}
    ${card({
      title: t('For machines'),
      lead: t('Public pages only, as allowed in robots.txt.'),
      flush: true,
      body: table({
        caption: t('What programs read, and where'),
        isCompact: true,
        columns: [
          { label: t('What'), main: true, cell: ([what]) => what },
          { label: t('Where or for how much'), cell: ([, where]) => html`<code>${where}</code>` },
        ],
        rows: [...documents(), ...prices],
      }),
    })}
    ${codeSample({ title: t('What programs read'), code: sample(base), copy: false })}
    ${card({
      title: t('Run your own'),
      body: html`<div class="prose">
        <p>
          This network is software that you can host yourself. Clone the repository onto any Linux server with
          Node.js: <code>npm start</code> brings its own database and opens both services. The first account
          becomes the operator.
        </p>
      </div>`,
    })}`,
  };
}

const documents = () =>
  [
    [t('Questions, terms and articles to cite'), '/citations'],
    [t('RSS, Atom and JSON feeds'), '/feeds'],
    [t('Every public page as Markdown'), 'Accept: text/markdown'],
    [t('The API in OpenAPI'), '/openapi.json'],
    [t('Agent authentication'), '/auth.md'],
    [t('Sign-in with this site, by OpenID Connect'), '/.well-known/openid-configuration'],
    [t('Tools for assistants, by the Model Context Protocol'), '/mcp'],
  ] as const;

const sample = (base: string) => `# The newest answered questions, with their addresses
curl '${base}/citations?type=questions&solved=1'

# A public page as Markdown
curl -H 'Accept: text/markdown' ${base}/trending`;

const ownApps = (apps: readonly OAuthApp[]): Html =>
  table({
    caption: t('Your apps'),
    rows: apps,
    columns: [
      { label: t('App'), main: true, cell: ({ id, name }) => html`<a href="/developers/${id}">${name}</a>` },
      { label: 'app_id', cell: ({ authId }) => html`<code>${authId}</code>` },
      { label: t('Domain'), cell: ({ domain }) => domain },
      { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt) },
    ],
    empty: card({
      title: t('No apps yet'),
      body: html`<p>Register one with a name, a domain and a redirect URL.</p>`,
    }),
  });

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
    ${app && webhooksCard(app)} ${app && dangerCard(app)}`,
  };
}

const blank: AppDetails = { name: '', domain: '', redirectUrl: '', description: '', category: '' };

const signInParts = (app: OAuthApp, base: string): Html =>
  html`${copyField({ label: 'app_id', text: app.authId })}
  ${copyField({ label: t('Sign-in URL'), text: `${base}/api/oauth?app_id=${app.authId}` })}`;

const webhooksCard = ({ id }: OAuthApp): Html =>
  card({
    title: t('Webhooks'),
    lead: t('Be told what happens to people who authorized the app by OAuth, as far as its scopes go.'),
    body: html`<p><a href="/developers/webhooks?about=${id}">Webhooks of this app</a></p>`,
  });

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
