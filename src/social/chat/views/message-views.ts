import { t } from '../../../web/translation/translate.ts';
import { msg, missing } from '../../../kernel/problem.ts';
import { avatar } from '../../../web/components/people.ts';
import { button, icon } from '../../../web/components/controls.ts';
import { pictureView } from '../../../web/components/post-media.ts';
import { errorSummary, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { reactionStyles } from '../../components/reactions.ts';
import type { Person } from '../../people/person.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import { type Conversation, formerMember, type ChatMember } from '../conversations/conversation.ts';
import type { Message } from '../messages/message.ts';
import { seenBy } from '../delivery/receipts.ts';
import { conversationPicture, searchField } from './frame.ts';

/** A pane beside the list, with a title bar. */
export const pane = (title: string, back: string, body: Html): Html =>
  html`<div class="chat-conversation">
    <header class="chat-bar">
      <a class="icon-button" href="${back}" aria-label="Back">${icon('chevron-left')}</a>
      <h1 class="chat-name">${title}</h1>
    </header>
    <div class="chat-details">${body}</div>
  </div>`;

/** A photo of a message on its own page. `index` counts from 0. */
export function messagePhotoView({ id, conversationId, author, files }: Message, index: number): View {
  const file = files[index];
  if (file?.kind !== 'photos') throw missing(msg('Photo'));
  const { address, name, width, height } = file;
  return pictureView({
    title: t('Photo by {name}', { name: author?.name ?? formerMember() }),
    picture: { src: address, alt: name, width: width ?? undefined, height: height ?? undefined },
    back: { label: t('Back to the conversation'), href: `/messages/${conversationId}#message-${id}` },
  });
}

export const reactionsView = (
  conversationId: string,
  people: readonly Person[],
  kinds: ReadonlyMap<string, ReactionKind>,
): Html =>
  pane(
    t('Reactions'),
    `/messages/${conversationId}`,
    people.length === 0
      ? html`<p class="chat-empty">No reactions yet.</p>`
      : html`<ul class="chat-people">
          ${people.map((person) => {
            const style = reactionStyles()[kinds.get(person.id) ?? 'like'];
            return html`<li>
              <a class="chat-person" href="/@${person.username}"
                >${avatar(person)}<span>${person.name}</span></a
              >
              ${icon(style.icon, style.label)}
            </li>`;
          })}
        </ul>`,
  );

/** The members who have read a message, and those who have not. */
export const seenView = (conversationId: string, members: readonly ChatMember[], messageId: string): Html => {
  const readers = new Set(seenBy(members, messageId));
  const list = (title: string, people: readonly ChatMember[]) =>
    people.length > 0 &&
    html`<h2 class="chat-heading">${title}</h2>
      <ul class="chat-people">
        ${people.map(
          ({ profile }) =>
            html`<li>
              <a class="chat-person" href="/@${profile.username}"
                >${avatar(profile)}<span>${profile.name}</span></a
              >
            </li>`,
        )}
      </ul>`;
  return pane(
    t('Seen by'),
    `/messages/${conversationId}`,
    html`${readers.size === 0 && html`<p class="chat-empty">No one has seen this message yet.</p>`}
    ${list(t('Seen by'), [...readers])}
    ${list(
      t('Not seen yet'),
      members.filter((member) => !readers.has(member) && member.seenTo !== null),
    )}`,
  );
};

interface Destinations {
  title: string;
  /** Where the pane goes back to. */
  back: string;
  /** The URL of the page, and to post to. */
  to: string;
  /** What the page needs to know again. */
  fields?: Readonly<Record<string, string>>;
  /** The beginning of what is sent. */
  shown: string;
  conversations: readonly Conversation[];
  /** People without a conversation in the list. */
  people: readonly Person[];
  words: string;
  state: FormState;
}

/** Where to send a message or a post: each conversation and person is one press. */
export function destinationsView(options: Destinations): Html {
  const { title, back, to, fields = {}, shown, conversations, people, words, state } = options;
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return pane(
    title,
    back,
    html`${errorSummary(state)}
      <blockquote class="chat-forwarded" dir="auto">${shown}</blockquote>
      <form class="search-row" action="${to}" method="get" role="search">
        ${hidden} ${searchField(t('Search by name'), words)} ${button({ label: t('Search') })}
      </form>
      ${conversations.length + people.length === 0 && html`<p class="chat-empty">No results</p>`}
      <form method="post" action="${to}">
        ${hidden}
        <ul class="chat-people">
          ${conversations.map(
            (each) =>
              html`<li>
                <button type="submit" class="chat-person" name="to" value="${each.id}">
                  ${conversationPicture(each)}<span dir="auto">${each.name}</span>
                </button>
              </li>`,
          )}
          ${people.map(
            (person) =>
              html`<li>
                <button type="submit" class="chat-person" name="person" value="${person.id}">
                  ${avatar(person)}<span
                    ><b>${person.name}</b> <span class="chat-handle">@${person.username}</span></span
                  >
                </button>
              </li>`,
          )}
        </ul>
      </form>`,
  );
}
