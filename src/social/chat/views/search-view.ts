import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { button } from '../../../web/components/button.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import { formerMember } from '../conversations/name-of.ts';
import type { Message } from '../messages/message.ts';
import { previewOf } from '../messages/preview-of.ts';
import { pane } from './message-views.ts';
import { searchField } from './search-field.ts';

interface Search {
  words: string;
  conversationId: string | undefined;
  found: readonly Message[];
  now: Date;
}

/** Messages with the words looked for; each leads to where it was said. */
export function searchView({ words, conversationId, found, now }: Search): Html {
  return pane(
    conversationId === undefined ? t('Search messages') : t('Search in conversation'),
    conversationId === undefined ? '/messages' : `/messages/${conversationId}`,
    html`<form class="search-row" action="/messages/search" method="get" role="search">
        ${conversationId !== undefined && html`<input type="hidden" name="in" value="${conversationId}" />`}
        ${searchField(t('Search messages'), words)} ${button({ label: t('Search') })}
      </form>
      ${
        conversationId !== undefined &&
        html`<form class="search-row" action="/messages/${conversationId}" method="get">
          ${textField({ name: 'date', label: t('Jump to date'), type: 'date', max: now.toISOString().slice(0, 10), required: true })}
          ${button({ label: t('Jump') })}
        </form>`
      }
      ${words.trim() !== '' && found.length === 0 && html`<p class="chat-empty">No messages with “${words}”.</p>`}
      <ul class="chat-people">
        ${found.map((message) => {
          const { id, conversationId: at, author } = message;
          const name = author?.name ?? formerMember();
          return html`<li>
            <a class="chat-person" href="/messages/${at}?before=${BigInt(id) + 1n}#message-${id}">
              ${avatar(author ?? { id: '0', name, picture: null })}
              <span
                ><b>${name}</b> ${relativeTime(message.at, now)}<br /><span dir="auto"
                  >${previewOf(message)}</span
                ></span
              >
            </a>
          </li>`;
        })}
      </ul>`,
  );
}
