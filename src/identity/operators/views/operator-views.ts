import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { operator } from '../../components/operator-frame.ts';
import { outboxPage } from '../../../platform/mail/outbox.ts';
import type { OutboxMessage } from '../../../platform/mail/outbox.ts';

export function outboxView(messages: OutboxMessage[]): View {
  const last = messages.length === outboxPage ? messages.at(-1) : undefined;
  return operator(
    t('Outbox'),
    '/operator/outbox',
    html`${table({
      caption: t('Unsent email'),
      rows: messages,
      columns: [
        {
          label: t('Subject'),
          main: true,
          cell: ({ id, subject }) => html`<a href="/operator/outbox/${id}">${subject}</a>`,
        },
        { label: t('To'), cell: ({ recipient }) => recipient },
        { label: t('When'), cell: ({ sentAt }) => relativeTime(sentAt) },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('The outbox is empty'),
        text: t('Without SMTP_URL, emails are stored here instead of being sent.'),
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
      lead: t('To {recipient}', { recipient: message.recipient }),
      body: html`<p class="quiet">${relativeTime(message.sentAt)}</p>
        <pre class="message-text" tabindex="0">${message.text}</pre>`,
    }),
  );
}
