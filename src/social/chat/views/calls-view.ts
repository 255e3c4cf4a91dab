import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { icon } from '../../../web/components/icon.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { classes, html, type Html } from '../../../web/html.ts';
import type { NumberedPage } from '../../../platform/database/paging.ts';
import type { Call } from '../calls/call.ts';
import { describeCall, isMissed, nameOfCall } from '../calls/outcome.ts';
import { callButtons } from './call-view.ts';
import { pane } from './message-views.ts';

/** The viewer's calls, linked to their conversations. */
export const callsView = ({ items, hasMore }: NumberedPage<Call>, page: number, now: Date): Html =>
  pane(
    t('Calls'),
    '/messages',
    html`${
        items.length === 0 &&
        emptyState({
          illustration: 'quiet',
          title: t('No calls yet'),
          text: t('Start one with the phone button at the top of a conversation.'),
          action: linkButton({ label: t('New message'), href: '/messages/new', icon: 'square-pen' }),
        })
      }
      <ul class="chat-calls" aria-label="Calls">
        ${items.map((call) => callRow(call, now))}
      </ul>
      <p class="chat-more">
        ${page > 0 && html`<a href="/messages/calls?page=${page - 1}">Newer</a>`}
        ${hasMore && html`<a href="/messages/calls?page=${page + 1}">Older</a>`}
      </p>`,
  );

const callIcon = (call: Pick<Call, 'state' | 'isOutgoing'>): IconName => {
  if (isMissed(call)) return 'phone-missed';
  return call.isOutgoing ? 'phone-outgoing' : 'phone-incoming';
};

function callRow(call: Call, now: Date): Html {
  const { conversationId, isGroup, others, startedAt } = call;
  const name = nameOfCall(call);
  const person = others[0]?.person;
  return html`<li class="${classes('chat-call-row', isMissed(call) && 'missed')}">
    <a class="chat-person" href="/messages/${conversationId}">
      ${
        isGroup
          ? html`<span class="avatar chat-group">${icon('users')}</span>`
          : avatar(person ?? { id: '0', name, picture: null })
      }
      <span class="chat-call-text"
        ><b dir="auto">${name}</b>
        <span
          >${icon(callIcon(call))} ${describeCall(call, call.caller?.name)} ·
          ${relativeTime(startedAt, now)}</span
        ></span
      >
    </a>
    ${(isGroup || person) && callButtons(conversationId)}
  </li>`;
}
