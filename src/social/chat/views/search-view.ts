import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { button } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { formerMember } from '../conversations/name-of.ts';
import type { Message } from '../messages/message.ts';
import { conversationPicture } from './frame.ts';
import { matchExcerpt } from './match-excerpt.ts';
import { pane } from './message-views.ts';
import { searchField } from './search-field.ts';

interface Search {
  words: string;
  conversationId: string | undefined;
  /** The conversations of the results, in a search of all. */
  conversations: readonly Conversation[];
  /** Conversations whose name matches. */
  named: readonly Conversation[];
  /** Newest first. */
  items: readonly Message[];
  isRecentOnly: boolean;
  now: Date;
}

/** Search results, each linked to its place in the conversation. */
export function searchView(search: Search): Html {
  const { words, conversationId, conversations, named, items, isRecentOnly, now } = search;
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
      ${
        words.trim() !== '' &&
        items.length + named.length === 0 &&
        emptyState({
          illustration: 'quiet',
          title: t('No messages with “{words}”', { words }),
          text: t('Try fewer or different words.'),
        })
      }
      ${
        named.length > 0 &&
        html`<h2 class="chat-heading">Conversations</h2>
          <ul class="chat-people">
            ${named.map(
              (each) =>
                html`<li>
                  <a class="chat-person" href="/messages/${each.id}"
                    >${conversationPicture(each)}<b dir="auto">${each.name}</b></a
                  >
                </li>`,
            )}
          </ul>`
      }
      ${named.length > 0 && items.length > 0 && html`<h2 class="chat-heading">Messages</h2>`}
      ${isRecentOnly && html`<p class="chat-more">Very common words and symbols are only searched for in recent messages.</p>`}
      <ul class="chat-people">
        ${items.map((message) =>
          foundRow(
            message,
            conversations.find(({ id }) => id === message.conversationId),
            matchExcerpt(message, words, isRecentOnly),
            now,
          ),
        )}
      </ul>`,
  );
}

/** A search result with its author or, in a search of all conversations, the conversation. */
function foundRow(message: Message, conversation: Conversation | undefined, text: Html, now: Date): Html {
  const { id, conversationId, author, isMine, at } = message;
  const name = author?.name ?? formerMember();
  const who = isMine ? t('You') : conversation?.isGroup ? (author?.firstName ?? formerMember()) : undefined;
  return html`<li>
    <a class="chat-person" href="/messages/${conversationId}?before=${BigInt(id) + 1n}#message-${id}">
      ${conversation ? conversationPicture(conversation) : avatar(author ?? { id: '0', name, picture: null })}
      <span
        ><b dir="auto">${conversation?.name ?? name}</b> ${relativeTime(at, now)}<br /><span dir="auto"
          >${conversation && who !== undefined && `${who}: `}${text}</span
        ></span
      >
    </a>
  </li>`;
}
