import { t } from '../../../web/translation/translate.ts';
import type { NumberedPage } from '../../../platform/database/queries.ts';
import { avatar } from '../../../web/components/people.ts';
import { badge, emptyState, relativeTime } from '../../../web/components/surfaces.ts';
import { linkButton, icon } from '../../../web/components/controls.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { attributes, classes, type Fragment, html, type Html, type View } from '../../../web/html.ts';
import { type Conversation, formerMember } from '../conversations/conversation.ts';
import type { Folder } from '../conversations/lists.ts';
import { messageExcerpt } from '../messages/message.ts';

/** The list next to the open content. */
export interface Inbox extends NumberedPage<Conversation> {
  folder: Folder;
  page: number;
  /** Number of message requests. */
  requests: number;
  openId?: string | undefined;
  now: Date;
}

const titles = (): Readonly<Record<Folder, string>> => ({
  inbox: t('Messages'),
  requests: t('Message requests'),
  archived: t('Archived'),
});

/** The list of conversations next to the open content. Phones show only one of them. */
export const chatFrame = (inbox: Inbox, open: { title: string; body: Html } | undefined): View => ({
  title: open?.title ?? titles()[inbox.folder],
  section: 'messages',
  style: 'chat',
  scripts: ['chat/presence.ts', 'chat/chat.ts'],
  wide: true,
  // Without this, input typed into a Turbo preview would be lost when the page arrives.
  head: html`<meta name="turbo-cache-control" content="no-preview" />`,
  body: html`<div
    class="chat"
    data-controller="presence"
    ${attributes({ 'data-open': open ? 'conversation' : 'list' })}
  >
    <section class="chat-list" aria-labelledby="chat-list-title">
      <header class="chat-bar">
        ${
          inbox.folder !== 'inbox' &&
          html`<a class="icon-button" href="/messages" aria-label="Back to messages"
            >${icon('chevron-left')}</a
          >`
        }
        ${
          open
            ? html`<h2 id="chat-list-title">${titles()[inbox.folder]}</h2>`
            : html`<h1 id="chat-list-title">${titles()[inbox.folder]}</h1>`
        }
        ${
          inbox.folder === 'inbox' &&
          html`<a class="icon-button" href="/messages/calls" aria-label="Calls" title="Calls"
            >${icon('phone')}</a
          >`
        }
        <a
          class="icon-button"
          href="/messages/new"
          aria-label="New message"
          title="New message"
          data-shortcut="c"
          >${icon('square-pen')}</a
        >
      </header>
      <form
        class="chat-search"
        action="/messages/search"
        method="get"
        role="search"
        aria-label="Search messages"
      >
        <button type="submit" aria-label="Search">${icon('search')}</button>
        <input
          class="input"
          type="search"
          name="q"
          maxlength="200"
          aria-label="Search messages"
          placeholder="Search messages"
          data-shortcut="/"
        />
      </form>
      ${conversationList(inbox)}
    </section>
    <section class="chat-pane" ${attributes({ 'aria-label': open?.title ?? t('Conversation') })}>
      ${open?.body ?? nothingOpen()}
    </section>
  </div>`,
});

const nothingOpen = () =>
  emptyState({
    illustration: 'quiet',
    title: t('No conversation selected'),
    text: t('Choose a conversation, or start a new one.'),
    action: linkButton({ label: t('New message'), href: '/messages/new', icon: 'square-pen' }),
  });

/**
 * The list of conversations, which an open page reloads after events. Empty if it has not changed since the
 * version `seen`.
 */
export function conversationList(inbox: Inbox, seen?: string): Html {
  const { items, folder, page, openId, requests, now } = inbox;
  const version = versionOf(inbox);
  if (seen === version) return html``;
  const query = new URLSearchParams({ folder, page: String(page), ...(openId && { open: openId }) });
  return html`<div
    id="conversations"
    class="chat-rows"
    ${attributes({
      'data-controller': 'refresh',
      'data-refresh-address-value': `/messages/list?${query.toString()}`,
      'data-refresh-event-value': 'counters',
      'data-refresh-version-value': version,
    })}
  >
    ${
      folder === 'inbox' &&
      requests > 0 &&
      html`<a class="chat-folder" href="/messages?folder=requests"
        >${icon('user-plus')}<span>Message requests</span>${badge(String(requests))}</a
      >`
    }
    ${
      items.length === 0
        ? emptyList()[folder]
        : html`<ul aria-label="Conversations">
            ${items.map((each) => row(each, openId, now))}
          </ul>`
    }
    <p class="chat-more">
      ${page > 0 && html`<a href="/messages?folder=${folder}&page=${page - 1}">Newer</a>`}
      ${inbox.hasMore && html`<a href="/messages?folder=${folder}&page=${page + 1}">Older</a>`}
      ${folder === 'inbox' && html`<a href="/messages?folder=archived">${icon('archive')} Archived</a>`}
    </p>
  </div>`;
}

const versionOf = ({ items, requests, openId }: Inbox): string =>
  items
    .map(({ id, last, unread, isMuted, isPinned }) =>
      [
        id,
        last?.id ?? 0,
        last?.editedAt?.getTime() ?? '',
        unread,
        last?.isDeleted ? 'd' : '',
        isMuted ? 'm' : '',
        isPinned ? 'p' : '',
      ].join('.'),
    )
    .concat(String(requests), openId ?? '')
    .join('-')
    .slice(0, 900);

const emptyList = (): Readonly<Record<Folder, Html>> => ({
  inbox: emptyState({
    illustration: 'quiet',
    title: t('No conversations yet'),
    text: t('Start one to see it here.'),
    action: linkButton({ label: t('New message'), href: '/messages/new', icon: 'square-pen' }),
  }),
  requests: emptyState({
    illustration: 'quiet',
    title: t('No message requests'),
    text: t('Messages from people you don’t know appear here first.'),
  }),
  archived: emptyState({
    illustration: 'quiet',
    title: t('No archived conversations'),
    text: t('Archive a conversation from its menu. New messages unarchive it, unless it is muted.'),
  }),
});

function row(conversation: Conversation, openId: string | undefined, now: Date): Html {
  const { id, name, last, unread, isMuted, isPinned, draft } = conversation;
  const isUnread = unread > 0 && id !== openId;
  return html`<li class="${classes('chat-row', isUnread && 'unread', isMuted && 'muted')}">
    <a
      ${attributes({
        href: `/messages/${id}`,
        'aria-current': id === openId ? 'page' : undefined,
        'data-turbo-prefetch': 'false',
      })}
    >
      ${conversationPicture(conversation)}
      <span class="chat-row-text">
        <span class="chat-row-top">
          <span class="chat-row-name" dir="auto">${name}</span>
          ${isPinned && icon('pin', t('Pinned'))} ${isMuted && icon('volume-x', t('Muted'))}
          ${last && relativeTime(last.at, now, { isBrief: true })}
        </span>
        <span class="chat-row-bottom">
          <span class="chat-row-last" dir="auto"
            >${draft !== '' && id !== openId ? html`<em>Draft:</em> ${draft.slice(0, 100)}` : lastLine(conversation)}</span
          >
          ${isUnread && conversation.isMentioned && html`<span class="count" title="You are mentioned">@</span>`}
          ${
            isUnread &&
            html`<span class="count"
              >${unread > 99 ? '99+' : unread}<span class="visually-hidden"> unread</span></span
            >`
          }
        </span>
      </span>
    </a>
  </li>`;
}

function lastLine({ last, isGroup }: Conversation): Fragment {
  if (!last) return '';
  const line = messageExcerpt(last);
  if (last.event || last.isDeleted) return line;
  if (last.isMine) return previewStart(t('You: {line}', { line }), line);
  return isGroup
    ? previewStart(t('{name}: {line}', { name: last.author?.firstName ?? formerMember(), line }), line)
    : line;
}

/** The text has its own direction, so that text in another script is truncated at its end. */
function previewStart(whole: string, line: string): Fragment {
  if (!whole.endsWith(line)) return whole;
  return html`<span>${whole.slice(0, whole.length - line.length)}</span><span dir="auto">${line}</span>`;
}

/** The picture of a conversation: the other person with their presence, or the group. */
export function conversationPicture({ id, isGroup, picture, members, name }: Conversation): Html {
  const [first] = members;
  const person = isGroup || !first ? { id, name, picture } : first.profile;
  const isHere = !isGroup && first?.isOnline;
  return html`<span
    class="chat-face"
    ${attributes({ 'data-person': isGroup ? undefined : first?.profile.id })}
    >${isGroup && picture === null ? html`<span class="avatar chat-group">${icon('users')}</span>` : avatar(person)}
    ${!isGroup && html`<span class="chat-here" ${attributes({ hidden: !isHere })}><span class="visually-hidden">online</span></span>`}</span
  >`;
}

/** A search field with its button in one row. */
export const searchField = (label: string, words: string): Html =>
  textField({
    name: 'q',
    label,
    hideLabel: true,
    type: 'search',
    icon: 'search',
    placeholder: label,
    value: words,
    maxlength: 100,
  });
