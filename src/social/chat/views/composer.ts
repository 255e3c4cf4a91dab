import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { icon } from '../../../web/components/icon.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { plainText } from '../../text/plain-text.ts';
import { longestMessage, type Quote } from '../messages/message.ts';
import { formerMember } from '../conversations/name-of.ts';

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
export function composer(conversationId: string, { text, editId, reply, error }: ComposerState): Html {
  const isEditing = editId !== undefined;
  const to = isEditing
    ? `/messages/${conversationId}/messages/${editId}/edit`
    : `/messages/${conversationId}`;
  return html`<form
    class="chat-composer"
    method="post"
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
