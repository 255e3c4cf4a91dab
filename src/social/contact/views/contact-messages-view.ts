import { t } from '../../../kernel/translation/translate.ts';
import { operator } from '../../../identity/components/operator-frame.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { messagesPage, type StoredMessage } from '../list-contact-messages.ts';

const here = '/operator/messages';

/** Contact messages to the operators. */
export function contactMessagesView(show: 'waiting' | 'settled', messages: readonly StoredMessage[]): View {
  const last = messages.length === messagesPage ? messages.at(-1) : undefined;
  return operator(
    t('Messages'),
    here,
    html`${tabs(t('Messages'), [
      { label: t('Unanswered'), href: here, current: show === 'waiting' },
      { label: t('Answered'), href: `${here}?show=settled`, current: show === 'settled' },
    ])}
    ${
      messages.length === 0
        ? emptyState({
            illustration: 'quiet',
            title: show === 'waiting' ? t('No open messages') : t('No answered messages'),
            text: t('Messages from the contact page will appear here.'),
          })
        : messages.map(messageCard)
    }
    ${olderNewer({ older: last !== undefined && `${here}?show=${show}&before=${last.id}` })}`,
  );
}

function messageCard({ id, name, email, subject, message, createdAt, settledAt }: StoredMessage): Html {
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  return card({
    title: subject,
    lead: html`${name}, ${email} · ${relativeTime(createdAt)}`,
    body: html`<p class="message-text">${message}</p>`,
    footer: html`${linkButton({ label: t('Reply by email'), href: answer, small: true })}
    ${buttonForm({
      to: here,
      label: settledAt ? t('Reopened') : t('Mark as answered'),
      small: true,
      fields: { id, settled: settledAt ? 'no' : 'yes' },
    })}`,
  });
}
