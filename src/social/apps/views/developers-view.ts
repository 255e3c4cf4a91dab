import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { OAuthApp } from '../oauth-app.ts';

interface DevelopersOptions {
  /** Undefined if the viewer is not signed in. */
  apps: readonly OAuthApp[] | undefined;
  base: string;
  hop: string;
}

/** Overview of the APIs and the viewer's apps. */
export function developersView({ apps, base, hop }: DevelopersOptions): View {
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
          <li><a href="/api-docs">Plaza’s</a>: people, posts and feeds, for apps with a key.</li>
          <li>
            <a href="/developers/paid">Paid calls</a>: public content for agents and apps, without an account.
          </li>
          <li><a href="${hop}/api-docs" data-turbo="false">Hop’s</a>: short links and their statistics.</li>
        </ul>
      </div>`,
    })}`,
  };
}

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
