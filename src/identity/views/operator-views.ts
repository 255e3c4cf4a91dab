import { card } from '../../platform/html/components/card.ts';
import { codeSample } from '../../platform/html/components/code-sample.ts';
import { copyField } from '../../platform/html/components/copy.ts';
import { emptyState } from '../../platform/html/components/empty-state.ts';
import { notice } from '../../platform/html/components/notice.ts';
import { olderNewer } from '../../platform/html/components/pagination.ts';
import { table } from '../../platform/html/components/table.ts';
import { textField } from '../../platform/html/components/text-field.ts';
import { relativeTime } from '../../platform/html/components/time.ts';
import { bind, buttonForm, form } from '../../platform/html/form.ts';
import type { FormState } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import type { View } from '../../platform/html/layout.ts';
import type { ApiClient } from '../api-clients.ts';
import { operator } from './operator-frame.ts';
import { outboxPage } from '../../platform/mail/outbox.ts';
import type { OutboxMessage } from '../../platform/mail/outbox.ts';

export function apiClientsView(clients: ApiClient[], state: FormState): View {
  const field = bind(state);
  return operator(
    'App keys',
    '/operator/apps',
    html`${card({
      title: 'A key for an app',
      lead: 'Mobile apps and integrations sign their requests to /apis/php with a key and its secret.',
      body: form({
        action: '/operator/apps',
        state,
        submit: 'Make a key',
        answersWithPage: true,
        body: textField({ ...field('name'), label: 'Name of the app', maxlength: 100, required: true }),
      }),
    })}
    ${table({
      caption: 'Keys of apps',
      rows: clients,
      columns: [
        { label: 'App', main: true, cell: ({ name }) => name },
        { label: 'Key', cell: ({ apiKey }) => html`<code>${apiKey}</code>` },
        { label: 'Made', cell: ({ createdAt }) => relativeTime(createdAt) },
        {
          label: 'Revoke',
          hideLabel: true,
          align: 'end',
          cell: ({ id, name }) =>
            buttonForm({
              label: 'Revoke',
              kind: 'danger',
              to: '/operator/apps/revoke',
              fields: { id },
              confirm: `Revoke the key of ${name}? The app stops working at once.`,
            }),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: 'No app has a key yet',
        text: 'Make the first one above.',
      }),
    })}`,
  );
}

/** Shows the secret, this once. */
export function newClientView(name: string, made: { apiKey: string; apiSecret: string }, base: string): View {
  return operator(
    'New key',
    '/operator/apps',
    html`${notice({ tone: 'warning', title: 'Copy the secret now', body: 'It is not shown again.' })}
    ${card({
      title: name,
      body: html`${copyField({ label: 'Key', text: made.apiKey })}
      ${copyField({ label: 'Secret', text: made.apiSecret })}`,
    })}
    ${codeSample({ title: 'Try it', code: signedCurl(base, made) })}`,
  );
}

const signedCurl = (base: string, { apiKey, apiSecret }: { apiKey: string; apiSecret: string }) =>
  `T=$(date +%s)
S=$(printf %s "$T" | openssl dgst -sha256 -hmac '${apiSecret}' | sed 's/.* //')
curl ${base}/apis/php/auth/signin \\
  -H 'X-API-Key: ${apiKey}' -H "X-Timestamp: $T" -H "X-Signature: $S" \\
  -H 'Content-Type: application/json' \\
  -d '{"username_email":"you","password":"your password","device_type":"A"}'`;

export function outboxView(messages: OutboxMessage[]): View {
  const last = messages.length === outboxPage ? messages.at(-1) : undefined;
  return operator(
    'Outbox',
    '/operator/outbox',
    html`${table({
      caption: 'Mail that was not sent',
      rows: messages,
      columns: [
        {
          label: 'Subject',
          main: true,
          cell: ({ id, subject }) => html`<a href="/operator/outbox/${id}">${subject}</a>`,
        },
        { label: 'To', cell: ({ recipient }) => recipient },
        { label: 'When', cell: ({ sentAt }) => relativeTime(sentAt) },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: 'No mail waits here',
        text: 'Without SMTP_URL every message lands here instead of being sent.',
      }),
    })}
    ${olderNewer({ older: last !== undefined && `/operator/outbox?before=${last.id}` })}`,
  );
}

export function messageView(message: OutboxMessage): View {
  return operator(
    message.subject,
    '/operator/outbox',
    card({
      title: message.subject,
      lead: `To ${message.recipient}`,
      body: html`<p class="quiet">${relativeTime(message.sentAt)}</p>
        <pre class="message-text" tabindex="0">${message.text}</pre>`,
    }),
  );
}
