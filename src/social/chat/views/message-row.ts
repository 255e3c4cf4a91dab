import { dateFormat, formatNumber, formatSize, t } from '../../../web/translation/translate.ts';
import { avatar } from '../../../web/components/people.ts';
import { icon } from '../../../web/components/controls.ts';
import { menuOpener } from '../../../web/components/navigation/row-menu.ts';
import {
  audioPlayer,
  fileCard,
  linkPreview,
  videoPlayer,
  zoomable,
} from '../../../web/components/post-media.ts';
import { attributes, classes, html, type Html, nothing } from '../../../web/html.ts';
import { reactionStyles } from '../../components/reactions.ts';
import { reactionKinds } from '../../tallies/reaction-kinds.ts';
import { plainLight, renderedLight } from '../../text/rendered.ts';
import type { Mentions } from '../../text/render-text.ts';
import { isMissed } from '../calls/call.ts';
import { formerMember, type ChatMember } from '../conversations/conversation.ts';
import { messageActs } from './message-menu.ts';
import { type Receipt, receiptOf } from '../delivery/receipts.ts';
import {
  describeEvent,
  type Message,
  type MessageFile,
  messageExcerpt,
  type Quote,
} from '../messages/message.ts';

export interface MessageRowContext {
  now: Date;
  isGroup: boolean;
  mentions: Mentions;
  members: readonly ChatMember[];
  /** Members who have read the viewer's last message, and its id. */
  seen?: { id: string; text: string } | undefined;
  /** Id of the first unread message. */
  firstUnread?: string | undefined;
}

/** Maximum time between messages of one person in the same group of bubbles. */
const together = 5 * 60_000;

/** Renders messages oldest first, with date separators. `before` is the message above the first. */
export function messageRows(
  messages: readonly Message[],
  context: MessageRowContext,
  before?: Message,
): Html {
  return html`${messages.map((message, i) => {
    const above = messages[i - 1] ?? before;
    const isNewDay = above?.at.toDateString() !== message.at.toDateString();
    const isFirstUnread = message.id === context.firstUnread;
    return html`${isNewDay && daySeparator(message.at, context.now)}
    ${isFirstUnread && html`<li class="chat-unread"><span>New messages</span></li>`}
    ${messageRow(message, context, !isNewDay && !isFirstUnread && isTogether(above, message))}`;
  })}`;
}

const ticks = () =>
  ({
    sent: ['check', t('Sent')],
    delivered: ['check-check', t('Delivered')],
    seen: ['check-check', t('Seen')],
  }) as const;

function tick(receipt: Receipt): Html {
  const [name, label] = ticks()[receipt];
  return html`<span class="message-tick" data-receipt="${receipt}">${icon(name, label)}</span>`;
}

const isTogether = (above: Message | undefined, message: Message): boolean =>
  above?.event === null &&
  above.author?.id === message.author?.id &&
  message.at.getTime() - above.at.getTime() < together;

const days = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const daysWithYear = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });

function daySeparator(at: Date, now: Date): Html {
  const format = at.getFullYear() === now.getFullYear() ? days : daysWithYear;
  return html`<li class="chat-day">
    <time datetime="${at.toISOString().slice(0, 10)}">${format.format(at)}</time>
  </li>`;
}

function messageRow(message: Message, context: MessageRowContext, isGrouped: boolean): Html {
  const { id, author, isMine, at, isDeleted, clientId } = message;
  const shared = {
    id: `message-${id}`,
    'data-id': id,
    'data-at': at.toISOString(),
    'data-author': author?.id ?? '',
    'data-client': clientId,
  };
  if (message.event)
    return html`<li
      class="${classes('message-event', message.call && isMissed(message.call) && 'missed')}"
      ${attributes(shared)}
    >
      ${message.call ? callLine(message) : describeEvent(message)}
    </li>`;
  const name = author?.name ?? formerMember();
  return html`<li
    class="${classes('message', isMine && 'mine', isGrouped && 'grouped', isDeleted && 'deleted')}"
    ${attributes(shared)}
  >
    ${!isMine && context.isGroup && html`<span class="message-face">${avatar(author ?? { id: '0', name, picture: null }, 'small')}</span>`}
    <div class="message-column">
      ${
        context.isGroup && !isMine
          ? html`<p class="message-author">${name}</p>`
          : html`<p class="visually-hidden">${isMine ? t('You') : name}</p>`
      }
      <div class="message-line">
        <div class="message-bubble">
          ${isDeleted ? html`<p class="message-deleted">${messageExcerpt(message)}</p>` : content(message, context)}
          <p class="message-facts">
            ${message.editedAt && html`<span>edited</span>`}
            <time class="clock" datetime="${at.toISOString()}">${clock.format(at)}</time>
            ${isMine && !isDeleted && tick(receiptOf(context.members, message))}
          </p>
        </div>
        ${!isDeleted && html`<div class="message-menu">${menuOpener('message', messageActs(message, context))}</div>`}
      </div>
      ${reactions(message)}
      ${context.seen?.id === id && html`<p class="message-seen">${icon('check-check')} ${context.seen.text}</p>`}
    </div>
  </li>`;
}

const callLine = (message: Message): Html =>
  html`${icon(message.call && isMissed(message.call) ? 'phone-missed' : message.call?.isVideo ? 'video' : 'phone')}
    ${describeEvent(message)} ·
    <time class="clock" datetime="${message.at.toISOString()}">${clock.format(message.at)}</time>`;

function content(
  { id, conversationId, text, files, replyTo, isForwarded, preview }: Message,
  { mentions }: MessageRowContext,
): Html {
  const photos = `/messages/${conversationId}/messages/${id}/photos`;
  const isAlone = text === '' && !replyTo && !isForwarded && files.every(({ kind }) => kind === 'photos');
  return html`${isForwarded && html`<p class="message-forwarded">${icon('forward')} Forwarded</p>`}
  ${replyTo && quote(replyTo)}
  ${
    files.length > 0 &&
    html`<div class="${classes('message-files', isAlone && 'alone')}">
      ${files.map((file, index) => fileView(file, `${photos}/${index + 1}`))}
    </div>`
  }
  ${text !== '' && html`<div class="message-text">${renderedLight(text, mentions)}</div>`}
  ${preview && linkPreview({ ...preview, image: preview.picture })}`;
}

const quote = ({ id, author, text, fileKind }: Quote): Html =>
  html`<a class="message-quote" href="#message-${id}">
    <b>${author?.name ?? formerMember()}</b>
    <span dir="auto"
      >${text === '' ? (fileKind === 'photos' ? t('Photo') : t('Attachment')) : plainLight(text)}</span
    >
  </a>`;

function reactions({ id, conversationId, reactions: counts, myReaction }: Message): Html {
  const given = reactionKinds.filter((kind) => counts[kind]);
  if (given.length === 0) return nothing;
  return html`<form
    class="message-reactions"
    action="/messages/${conversationId}/messages/${id}/react"
    method="post"
    data-act
    data-repeatable
  >
    ${given.map(
      (kind) =>
        html`<button
          type="submit"
          ${attributes({ name: 'reaction', value: kind, 'aria-pressed': String(myReaction === kind), title: reactionStyles()[kind].label })}
        >
          ${icon(reactionStyles()[kind].icon, reactionStyles()[kind].label)}
          ${formatNumber(counts[kind] ?? 0)}
        </button>`,
    )}
  </form>`;
}

/** Of a picture in a message, in pixels. Wider ones shrink to their bubble. */
const tallestPhoto = 320;

/** The size that a picture is shown with, so that nothing moves when it has loaded. */
function shownSize(width: number | null, height: number | null) {
  if (width === null || height === null) return { width, height };
  const scale = Math.min(1, tallestPhoto / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A file in a message. `href`: its own page, if it is a picture. */
function fileView(file: MessageFile, href: string): Html {
  const { kind, address, smallAddress, name, type, width, height, milliseconds, bytes, waveform } = file;
  const length = milliseconds === null ? '' : toLength(milliseconds);
  if (kind === 'photos') {
    const src = smallAddress ?? address;
    return html`<a class="message-photo" ${attributes({ href, ...zoomable({ src, full: address }) })}
      ><img
        ${attributes({ src, alt: name || t('Photo'), ...shownSize(width, height), loading: 'lazy', decoding: 'async' })}
    /></a>`;
  }
  if (kind === 'video')
    return videoPlayer({ address, type, label: name || t('Video'), poster: null, width, height });
  if (kind === 'voice_notes')
    return voicePlayer(
      { waveform, milliseconds },
      audioPlayer({ address, type, label: t('Voice message'), length }),
      length,
    );
  if (kind === 'audio') return audioPlayer({ address, type, label: name || t('Audio'), length });
  return fileCard({ address, name: name || t('File'), facts: formatSize(bytes) });
}

/** The waveform plays and seeks by script. Without it, or without a waveform, the browser's player does. */
function voicePlayer(
  { waveform, milliseconds }: Pick<MessageFile, 'waveform' | 'milliseconds'>,
  player: Html,
  length: string,
): Html {
  if (!waveform || !milliseconds) return html`<div class="message-voice">${player}</div>`;
  return html`<div class="message-voice" data-controller="chat-voice" data-milliseconds="${milliseconds}">
    <div class="voice-controls" hidden>
      <button
        class="icon-button"
        type="button"
        data-action="chat-voice#toggle"
        data-chat-voice-target="play"
        aria-label="Play voice message"
      >
        ${icon('play')}${icon('pause')}
      </button>
      <div class="voice-wave">
        ${bars(waveform)}
        <input
          type="range"
          min="0"
          max="100"
          value="0"
          data-action="input->chat-voice#seek"
          data-chat-voice-target="position"
          aria-label="Position in the voice message"
        />
      </div>
      <span class="audio-length" data-chat-voice-target="time">${length}</span>
      <button class="voice-speed" type="button" data-action="chat-voice#faster" title="Speed">1×</button>
    </div>
    ${player}
  </div>`;
}

const bars = (waveform: readonly number[]): Html =>
  html`<svg
    class="waveform"
    viewBox="0 0 ${waveform.length * 3} 32"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${waveform.map((value, i) => {
      const tall = Math.max(2, (value / 99) * 30);
      return html`<rect x="${i * 3}" y="${16 - tall / 2}" width="2" height="${tall}" rx="1" />`;
    })}
  </svg>`;

const toLength = (milliseconds: number) => {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
