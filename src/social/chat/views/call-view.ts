import { t } from '../../../web/translation/translate.ts';
import type { NumberedPage } from '../../../platform/database/queries.ts';
import { avatar } from '../../../web/components/people.ts';
import { linkButton, icon } from '../../../web/components/controls.ts';
import { emptyState, relativeTime } from '../../../web/components/surfaces.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { attributes, classes, html, type Html, type View } from '../../../web/html.ts';
import { type Call, describeCall, isMissed, nameOfCall } from '../calls/call.ts';
import { pane } from './message-views.ts';

interface CallWindow {
  /** Id of the call that is answered or rejoined. Omitted for a new call. */
  callId?: string | undefined;
  conversationId: string;
  isVideo: boolean;
  isGroup: boolean;
  /** Name of the other person or the group. */
  name: string;
  /** URL of the picture. Null: the group has none. */
  picture: string | null;
  me: { id: string; picture: string };
}

/** The window of a call. A script renders its content and runs the call. */
export const callView = (stage: CallWindow): View => ({
  title: t('Call with {name}', { name: stage.name }),
  shape: 'stage',
  style: 'calls',
  policy: { devices: ['camera', 'display-capture', 'microphone'] },
  body: html`<div
    class="call"
    ${attributes({
      'data-controller': 'call',
      'data-call-call-value': stage.callId ?? '',
      'data-call-conversation-value': stage.conversationId,
      'data-call-video-value': stage.isVideo,
      'data-call-group-value': stage.isGroup,
      'data-call-me-value': stage.me.id,
      'data-call-picture-value': stage.me.picture,
      'data-state': 'starting',
    })}
  >
    <header class="call-header">
      <h1 dir="auto">${stage.name}</h1>
      <p class="call-status" data-call-target="status" role="status">
        <span class="without-script">Calls need JavaScript.</span>
      </p>
    </header>
    <div class="call-tiles" data-call-target="tiles"></div>
    <div class="call-face" data-call-target="face">
      ${
        stage.picture === null
          ? html`<span class="call-group">${icon('users')}</span>`
          : html`<img src="${stage.picture}" alt="" width="128" height="128" />`
      }
    </div>
    <p class="call-notice" data-call-target="notice" role="alert" hidden></p>
    <div
      class="call-controls needs-script"
      role="toolbar"
      aria-label="Call controls"
      data-call-target="controls"
    >
      ${control('microphone', t('Mute'), ['mic', 'mic-off'], 'm')}
      ${control('camera', t('Turn camera off'), ['video', 'video-off'], 'v')}
      ${control('screen', t('Share screen'), ['screen-share', 'screen-share-off'], 's')}
      <button
        class="call-control hang-up"
        type="button"
        data-action="call#hangUp"
        aria-label="Hang up"
        title="Hang up"
      >
        ${icon('phone-off')}
      </button>
    </div>
    <p class="call-after" data-call-target="after">
      <a class="button quiet" href="/messages/${stage.conversationId}" data-turbo="false"
        >Back to conversation</a
      >
      <a
        class="button primary needs-script"
        data-call-target="again"
        hidden
        href="/messages/${stage.conversationId}/call?type=${stage.isVideo ? 'video' : 'audio'}"
        data-turbo="false"
        >Call again</a
      >
    </p>
  </div>`,
});

const control = (what: string, label: string, [on, off]: readonly [IconName, IconName], key: string): Html =>
  html`<button
    class="call-control"
    type="button"
    data-call-target="${what}"
    data-action="call#toggle"
    data-what="${what}"
    data-key="${key}"
    aria-pressed="false"
    aria-label="${label}"
    title="${label}"
  >
    <span class="when-on">${icon(on)}</span><span class="when-off">${icon(off)}</span>
  </button>`;

/** Links that open the window of a call. Hidden without scripts, which calls require. */
export const callButtons = (conversationId: string): Html =>
  html`<span class="call-buttons needs-script" data-controller="call-window">
    ${callLink(conversationId, 'audio', 'phone', t('Call'))}${callLink(conversationId, 'video', 'video', t('Video call'))}
  </span>`;

const callLink = (id: string, type: string, image: IconName, label: string): Html =>
  html`<a
    class="icon-button"
    ${attributes({
      href: `/messages/${id}/call?type=${type}`,
      target: `plaza-call-${id}`,
      'aria-label': label,
      title: label,
      'data-turbo': 'false',
    })}
    >${icon(image)}</a
  >`;

/** A bar that shows that the conversation has a current call. A script toggles it. */
export const callBar = (conversationId: string): Html =>
  html`<div
    class="chat-call"
    hidden
    ${attributes({ 'data-controller': 'call-window', 'data-call-bar': conversationId })}
  >
    ${icon('phone')} <span>Call in progress</span>
    <a class="button primary small" href="/messages" data-turbo="false">Join</a>
  </div>`;

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
