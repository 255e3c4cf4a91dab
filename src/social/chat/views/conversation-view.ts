import { t } from '../../../web/translation/translate.ts';
import { button, icon } from '../../../web/components/controls.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { relativeTime } from '../../../web/components/surfaces.ts';
import { buttonForm } from '../../../web/form.ts';
import { attributes, html, type Html, nothing } from '../../../web/html.ts';
import { plainText } from '../../text/plain.ts';
import { type Conversation, formerMember } from '../conversations/conversation.ts';
import { longestMessage, type Message, type Quote } from '../messages/message.ts';
import { callBar, callButtons } from './call-view.ts';
import { conversationPicture } from './frame.ts';
import { messageRows, type RowContext } from './message-row.ts';

interface OpenConversation {
  conversation: Conversation;
  messages: readonly Message[];
  hasOlder: boolean;
  /** Whether there are newer messages than those shown. */
  hasNewer: boolean;
  context: RowContext;
  writing: ComposerState;
  now: Date;
}

/** A conversation with its newest messages and the composer. Starts at the bottom without scripts. */
export function conversationView(open: OpenConversation): Html {
  const { conversation, messages, hasOlder, hasNewer, context, writing } = open;
  const { id, isRequest } = conversation;
  const [first] = messages;
  const last = messages.at(-1);
  return html`<div
    class="chat-conversation"
    ${attributes({
      'data-controller': 'chat',
      'data-chat-id-value': id,
      'data-chat-newer-value': hasNewer,
      'data-chat-other-value': conversation.isGroup ? '' : (conversation.members[0]?.profile.id ?? ''),
    })}
  >
    ${header(open)} ${!isRequest && callBar(id)}
    <section class="chat-scroll" data-chat-target="scroll" tabindex="0" aria-label="Message history">
      <div>
        ${
          hasOlder &&
          first &&
          html`<p class="chat-older">
            <a href="/messages/${id}?before=${first.id}" data-chat-target="older">Older messages</a>
          </p>`
        }
        <div role="log" aria-live="polite" aria-label="Conversation">
          <ol class="messages" data-chat-target="list">
            ${messageRows(messages, context)}
          </ol>
        </div>
        ${messages.length === 0 && html`<p class="chat-empty">No messages yet. Say hello.</p>`}
        ${
          hasNewer &&
          last &&
          html`<p class="chat-older" data-chat-target="newer">
            <a href="/messages/${id}?after=${last.id}">Newer messages</a> ·
            <a href="/messages/${id}">Newest</a>
          </p>`
        }
        <p class="chat-typing" data-chat-target="typing" aria-live="polite">${typingText(conversation)}</p>
      </div>
    </section>
    <button
      class="chat-newest icon-button"
      type="button"
      hidden
      data-chat-target="newest"
      data-action="chat#jump"
      aria-label="Jump to newest"
    >
      ${icon('arrow-down')}
    </button>
    ${isRequest ? requestBar(conversation) : composer(id, writing)}
  </div>`;
}

function typingText({ members }: Conversation): string {
  const names = members.filter(({ isTyping }) => isTyping).map(({ profile }) => profile.firstName);
  if (names.length === 0) return '';
  return t('{count, plural, one {{names} is typing…} other {{names} are typing…}}', {
    count: names.length,
    names: names.join(', '),
  });
}

function header({ conversation, now }: OpenConversation): Html {
  const { id, name, isGroup, isRequest, members, memberCount } = conversation;
  const [other] = members;
  const href = isGroup ? `/messages/${id}/details` : other ? `/@${other.profile.username}` : undefined;
  const who = html`${conversationPicture(conversation)}
    <span class="chat-title">
      <span class="chat-name" dir="auto">${name}</span>
      <span
        class="chat-state"
        data-chat-target="state"
        ${attributes({ 'data-online': isGroup ? undefined : String(other?.isOnline) })}
        >${isGroup ? t('{memberCount} members', { memberCount }) : presence(conversation, now)}</span
      >
    </span>`;
  return html`<header class="chat-bar">
    <a class="icon-button chat-back" href="/messages" aria-label="Back to messages"
      >${icon('chevron-left')}</a
    >
    <h1 class="visually-hidden">${name}</h1>
    ${href === undefined ? html`<div class="chat-who">${who}</div>` : html`<a class="chat-who" href="${href}">${who}</a>`}
    ${(isGroup || other) && !isRequest && callButtons(id)} ${conversationMenu(conversation)}
  </header>`;
}

function presence({ members: [other] }: Conversation, now: Date): Html {
  if (!other) return nothing;
  if (other.isOnline) return html`Online`;
  const { lastSeenAt } = other.profile;
  return lastSeenAt ? html`Last seen ${relativeTime(lastSeenAt, now)}` : nothing;
}

function conversationMenu(conversation: Conversation): Html {
  const { id, isGroup, groupId, isMuted, isPinned, isArchived, members } = conversation;
  const to = `/messages/${id}/change`;
  const act = (label: string, word: string, image: Parameters<typeof menuButton>[0]['icon']) =>
    menuButton({ label, to, fields: { do: word }, ...(image && { icon: image }) });
  const [other] = members;
  return menu({
    label: t('Conversation actions'),
    items: html`${isGroup && menuLink({ label: t('Group details'), href: `/messages/${id}/details`, icon: 'users' })}
    ${groupId !== null && menuLink({ label: t('View group'), href: `/groups/${groupId}`, icon: 'users' })}
    ${menuLink({ label: t('Search or jump to date'), href: `/messages/search?in=${id}`, icon: 'search' })}
    ${isMuted ? act(t('Unmute'), 'unmute', 'volume-2') : act(t('Mute'), 'mute', 'volume-x')}
    ${!isMuted && act(t('Mute for 1 hour'), 'mute-hour', 'clock')}
    ${isPinned ? act(t('Unpin'), 'unpin', 'pin-off') : act(t('Pin'), 'pin', 'pin')}
    ${isArchived ? act(t('Unarchive'), 'unarchive', 'archive') : act(t('Archive'), 'archive', 'archive')}
    ${menuLine}
    ${
      !isGroup &&
      other &&
      menuButton({
        label: t('Block'),
        to: `/people/${other.profile.id}/connect`,
        fields: { do: 'block', back: '/messages' },
        icon: 'ban',
        danger: true,
        confirm: t('Block {name}?', { name: other.profile.name }),
      })
    }
    ${
      isGroup &&
      groupId === null &&
      menuButton({
        label: t('Leave group'),
        to: `/messages/${id}/leave`,
        icon: 'log-out',
        danger: true,
        confirm: t('Leave this group?'),
      })
    }
    ${menuButton({
      label: t('Delete conversation'),
      to: `/messages/${id}/delete`,
      icon: 'trash-2',
      danger: true,
      confirm: t('Delete this conversation for yourself? The others keep it.'),
    })}`,
  });
}

const requestBar = ({ id, name, members, isGroup }: Conversation): Html =>
  html`<div class="chat-request">
    <p>
      ${isGroup ? t('You were added to {name}.', { name }) : t('{name} wants to message you.', { name })} They
      can’t see whether you read it until you accept.
    </p>
    <div class="chat-request-buttons">
      ${buttonForm({ to: `/messages/${id}/change`, fields: { do: 'accept' }, label: t('Accept'), kind: 'primary' })}
      ${buttonForm({ to: `/messages/${id}/${isGroup ? 'leave' : 'delete'}`, label: isGroup ? t('Leave') : t('Delete') })}
      ${
        members[0] &&
        !isGroup &&
        buttonForm({
          to: `/people/${members[0].profile.id}/connect`,
          fields: { do: 'block', back: '/messages' },
          label: t('Block'),
          confirm: t('Block {name}?', { name }),
        })
      }
    </div>
  </div>`;

/** Initial state of the composer. */
export interface ComposerState {
  text: string;
  /** Id of the message being edited. */
  editId?: string | undefined;
  reply?: Quote | undefined;
  /** Why the input was rejected. */
  error?: string | undefined;
}

/** The form for writing a message. With scripts, Enter sends it. */
function composer(conversationId: string, { text, editId, reply, error }: ComposerState): Html {
  const isEditing = editId !== undefined;
  const to = isEditing
    ? `/messages/${conversationId}/messages/${editId}/edit`
    : `/messages/${conversationId}`;
  return html`<form
    class="chat-composer"
    method="post"
    data-repeatable
    enctype="multipart/form-data"
    ${attributes({ action: to, 'data-chat-target': isEditing ? undefined : 'form', 'data-turbo': 'true' })}
  >
    ${error && html`<p class="field-error" role="alert" id="message-error">${error}</p>`}
    <div class="chat-reply" data-chat-target="reply" ${attributes({ hidden: !reply && !isEditing })}>
      ${icon(isEditing ? 'pencil' : 'reply')}
      <span data-chat-target="replyText">
        ${isEditing ? html`<b>Edit message</b>` : reply && html`<b>${reply.author?.name ?? formerMember()}</b> ${plainText(reply.text)}`}
      </span>
      <a
        class="icon-button small"
        href="/messages/${conversationId}"
        aria-label="Cancel"
        data-action="chat#cancelReply"
        >${icon('x')}</a
      >
    </div>
    ${!isEditing && html`<input type="hidden" name="reply_to" value="${reply?.id ?? ''}" data-chat-target="replyTo" />`}
    <ul class="chat-files" data-chat-target="chosen" hidden></ul>
    ${!isEditing && html`<p class="field-error chat-microphone" role="alert" hidden>The microphone is not available.</p>`}
    <div class="chat-write">
      ${
        !isEditing &&
        html`<div class="chat-recording">
          <span class="chat-recorded">Recording <span role="timer">0:00</span></span>
          ${button({ label: t('Cancel'), kind: 'plain', small: true, type: 'button' })}
        </div>`
      }
      ${
        !isEditing &&
        html`<label class="icon-button" title="Attach files">
          ${icon('paperclip', t('Attach files'))}
          <input
            class="visually-hidden"
            type="file"
            name="files"
            multiple
            data-chat-target="files"
            data-action="chat#choose"
          />
        </label>`
      }
      <textarea
        class="input"
        name="message"
        rows="1"
        maxlength="${longestMessage * 2}"
        aria-label="Message"
        placeholder="Message"
        dir="auto"
        data-controller="complete"
        data-chat-target="text"
        ${attributes({ 'aria-invalid': error && 'true', 'aria-describedby': error && 'message-error' })}
        ${attributes({ autofocus: isEditing || Boolean(reply) })}
      >
${text}</textarea>
      ${
        !isEditing &&
        html`<button
          class="icon-button needs-script"
          type="button"
          data-action="chat#record"
          aria-label="Record a voice message"
          title="Record a voice message"
        >
          ${icon('mic')}
        </button>`
      }
      <button
        type="submit"
        class="icon-button chat-send"
        aria-label="${isEditing ? t('Save') : t('Send')}"
        title="${isEditing ? t('Save') : t('Send')}"
      >
        ${icon(isEditing ? 'check' : 'send')}
      </button>
    </div>
  </form>`;
}
