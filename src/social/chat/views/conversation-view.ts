import { t } from '../../../web/translation/translate.ts';
import { button, icon } from '../../../web/components/controls.ts';
import { buttonForm } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { plainText } from '../../text/plain.ts';
import { type Conversation, formerMember } from '../conversations/conversation.ts';
import { longestChatMessage, type Message, type Quote } from '../messages/message.ts';
import { callBar } from './call-view.ts';
import { conversationHeader, conversationStart } from './conversation-header.ts';
import { messageRows, type MessageRowContext } from './message-row.ts';

interface OpenConversation {
  conversation: Conversation;
  messages: readonly Message[];
  hasOlder: boolean;
  /** Whether there are newer messages than those shown. */
  hasNewer: boolean;
  /** URL of the first unread message, if it is above those shown. */
  unreadAbove: string | undefined;
  context: MessageRowContext;
  writing: ComposerState;
  now: Date;
}

/** A conversation with its newest messages and the composer. Starts at the bottom without scripts. */
export function conversationView(open: OpenConversation): Html {
  const { conversation, messages, hasOlder, hasNewer, unreadAbove, context, writing } = open;
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
    ${conversationHeader(conversation, open.now)} ${!isRequest && callBar(id)}
    ${
      unreadAbove !== undefined &&
      html`<a class="chat-unread-above button small" href="${unreadAbove}"
        >${icon('arrow-up')} ${t('First new message')}</a
      >`
    }
    <section class="chat-scroll" data-chat-target="scroll" tabindex="0" aria-label="Message history">
      <div>
        ${
          hasOlder &&
          first &&
          html`<p class="chat-older">
            <a href="/messages/${id}?before=${first.id}" data-chat-target="older">Older messages</a>
          </p>`
        }
        ${conversationStart(conversation)}
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
      ${icon('arrow-down')}<span class="count" hidden></span>
    </button>
    ${isRequest ? requestBar(conversation) : isOver(conversation) ? overNote() : composer(id, writing)}
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

/** Nobody is left to write to. */
const isOver = ({ isGroup, members }: Conversation) => !isGroup && members.length === 0;
const overNote = () =>
  html`<p class="chat-request">This account was deleted. You can still read the messages.</p>`;

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
        maxlength="${longestChatMessage * 2}"
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
