import { t } from '../../web/translation/translate.ts';
import { card, emptyState, notice, table, relativeTime } from '../../web/components/surfaces.ts';
import { codeSample } from '../../web/components/code-sample.ts';
import { copyField } from '../../web/components/controls.ts';
import { checkbox, radioGroup } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { operator } from '../components/operator-frame.ts';
import type { ApiClient } from './api-clients.ts';
import type { ClientAccess, ClientKind } from './client-access.ts';

const shownOnce = () => t('You won’t be able to see it again.');

const href = '/operator/apps';

export const apiClientsView = (clients: ApiClient[], state: FormState): View =>
  operator(
    t('App keys'),
    href,
    html`${newClientCard(state)} ${clientTable(clients)}
    ${card({
      title: t('Webhooks'),
      lead: t('Send what happens on the site to your own systems: posts, new members, reports.'),
      body: html`<p><a href="/developers/webhooks?about=site">Webhooks of the site</a></p>`,
    })}`,
  );

function newClientCard(state: FormState): Html {
  const field = bind(state);
  return card({
    title: t('New app'),
    lead: t(
      'Backends sign requests to /apis/php with a key and a secret. Apps that cannot keep a secret use only a key.',
    ),
    body: form({
      action: href,
      state,
      submit: t('Create key'),
      answersWithPage: true,
      body: html`${textField({ ...field('name'), label: t('App name'), maxlength: 100, required: true })}
      ${radioGroup({
        ...field('kind'),
        value: state.values?.kind ?? 'confidential',
        label: t('Type'),
        choices: [
          { value: 'confidential', label: t('Backend'), hint: t('Keeps a secret and signs every request.') },
          {
            value: 'public',
            label: t('Mobile or single-page app'),
            hint: t(
              'No secret. The key works only from the origins and app IDs below, with stricter limits.',
            ),
          },
        ],
      })}
      ${originsField(state)} ${appIdsField(state)} ${addressesField(state)}`,
    }),
  });
}

const originsField = (state: FormState): Html =>
  textArea({
    ...bind(state)('origins'),
    label: t('Origins'),
    hint: t(
      'One per line, such as https://app.example.org. Scripts on these origins may use the key, including with cookies.',
    ),
    rows: 2,
    mono: true,
  });

const appIdsField = (state: FormState): Html =>
  textArea({
    ...bind(state)('app_ids'),
    label: t('App IDs'),
    hint: t('For mobile apps, one per line, such as org.example.app. Sent as X-App-Id.'),
    rows: 2,
    mono: true,
  });

const addressesField = (state: FormState): Html =>
  checkbox({
    name: 'forwards_addresses',
    error: state.errors?.forwards_addresses,
    checked: state.values?.forwards_addresses !== undefined,
    label: t('Trust forwarded IP addresses'),
    hint: t('For backends. Rate limits use the IP address sent as X-Client-IP or X-Forwarded-For.'),
  });

const kinds = (): Record<ClientKind, string> => ({ confidential: t('Backend'), public: t('Public') });

const clientTable = (clients: ApiClient[]): Html =>
  table({
    caption: t('App keys'),
    rows: clients,
    columns: [
      { label: t('App'), main: true, cell: ({ id, name }) => html`<a href="${href}/${id}">${name}</a>` },
      { label: t('Type'), cell: ({ kind }) => kinds()[kind] },
      { label: t('Key'), cell: ({ apiKey }) => html`<code>${apiKey}</code>` },
      { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt) },
      {
        label: t('Revoke'),
        hideLabel: true,
        align: 'end',
        cell: ({ id, name }) =>
          buttonForm({
            label: t('Revoke'),
            kind: 'danger',
            to: `${href}/revoke`,
            fields: { id },
            confirm: t('Revoke the key of {name}? The app stops working immediately.', { name }),
          }),
      },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: t('No app keys yet'),
      text: t('Create the first one above.'),
    }),
  });

/** One app, with a form to change where it may call from and whether it is trusted. */
export function apiClientView(client: ApiClient, refusedState?: FormState): View {
  const { id, name, apiKey, kind, origins, appIds, forwardsAddresses } = client;
  const state = refusedState ?? {
    values: {
      origins: origins.join('\n'),
      app_ids: appIds.join('\n'),
      ...(forwardsAddresses && { forwards_addresses: 'on' }),
    },
  };
  return operator(
    name,
    href,
    card({
      title: name,
      lead: html`${kinds()[kind]} · <code>${apiKey}</code>`,
      body: form({
        action: `${href}/${id}`,
        state,
        submit: t('Save changes'),
        cancel: { label: t('Cancel'), href },
        body: html`${originsField(state)} ${kind === 'public' ? appIdsField(state) : addressesField(state)}`,
      }),
    }),
  );
}

/** Shows the secret, which is shown only once. */
export function newClientView(
  name: string,
  created: { apiKey: string; apiSecret?: string },
  access: ClientAccess,
  base: string,
): View {
  const { apiKey, apiSecret } = created;
  return operator(
    t('New key'),
    href,
    html`${apiSecret !== undefined && notice({ tone: 'warning', title: t('Copy your secret now'), body: shownOnce() })}
    ${card({
      title: name,
      body: html`${copyField({ label: t('Key'), text: apiKey })}
      ${apiSecret !== undefined && copyField({ label: t('Secret'), text: apiSecret })}`,
    })}
    ${codeSample({
      title: t('Try it'),
      code: apiSecret === undefined ? publicCurl(base, apiKey, access) : signedCurl(base, apiKey, apiSecret),
    })}`,
  );
}

const signIn = `-H 'Content-Type: application/json' \\
  -d '{"username_email":"you","password":"your password","device_type":"A"}'`;

const signedCurl = (base: string, apiKey: string, apiSecret: string) =>
  `T=$(date +%s)
S=$(printf %s "$T" | openssl dgst -sha256 -hmac '${apiSecret}' | sed 's/.* //')
curl ${base}/apis/php/auth/signin \\
  -H 'X-API-Key: ${apiKey}' -H "X-Timestamp: $T" -H "X-Signature: $S" \\
  ${signIn}`;

const publicCurl = (base: string, apiKey: string, { origins, appIds }: ClientAccess) =>
  `curl ${base}/apis/php/auth/signin \\
  -H 'X-API-Key: ${apiKey}' -H '${appIds[0] === undefined ? `Origin: ${origins[0] ?? ''}` : `X-App-Id: ${appIds[0]}`}' \\
  ${signIn}`;
