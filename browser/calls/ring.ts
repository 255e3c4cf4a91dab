import { t } from '../translate.ts';
import { currentCalls } from '../on-demand/live.ts';
import { element } from '../behaviors/dialogs.ts';
import { askApi, type CallState } from './call-api.ts';
import { openCallWindow } from './open-call-window.ts';
import { playRing } from './ring-tone.ts';

let stopTone: (() => void) | undefined;

/** Cards may be shown on pages without the other call styles. */
export function loadStyles(): void {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = document.body.dataset.calls ?? '';
  // Turbo keeps existing style sheets in the head when it replaces the page.
  document.head.append(sheet);
}

/** Shows a card for each ringing call until one of the user's devices answers or declines it. */
export function showRings(): void {
  // The call window shows no cards, because the user is busy.
  const isCall = document.querySelector('[data-controller~=call]') !== null;
  const ringing = isCall
    ? []
    : (currentCalls() as readonly CallState[]).filter(({ state }) => state === 'ringing');
  const shown = new Map(
    [...document.querySelectorAll<HTMLElement>('.call-ring')].map((card) => [card.dataset.call, card]),
  );
  for (const call of ringing) {
    if (!shown.has(call.call_id)) document.body.append(card(call));
    shown.delete(call.call_id);
  }
  for (const gone of shown.values()) gone.remove();
  if (ringing.length > 0) stopTone ??= playRing();
  else {
    stopTone?.();
    stopTone = undefined;
  }
}

function card(call: CallState): HTMLElement {
  const isVideo = call.type === 'video';
  const picture = new Image(56, 56);
  picture.alt = '';
  picture.src = (call.caller ?? call.user)?.user_picture ?? '';
  const kind = call.is_group
    ? isVideo
      ? t`Incoming group video call`
      : t`Incoming group call`
    : isVideo
      ? t`Incoming video call`
      : t`Incoming call`;
  const from = call.is_group && call.caller ? ` ${t`from ${call.caller.user_fullname}`}` : '';
  const name = element('b', 'call-ring-name', call.name);
  name.dir = 'auto';
  const decline = element('button', 'button danger', t`Decline`);
  const answer = element('a', 'button call-answer', t`Answer`);
  answer.href = `/messages/calls/${call.call_id}`;
  answer.target = `plaza-call-${call.conversation_id}`;
  answer.dataset.turbo = 'false';
  const box = element(
    'section',
    'call-ring',
    picture,
    element('div', 'call-ring-text', name, element('span', '', `${kind}${from}`)),
    element('div', 'call-ring-buttons', decline, answer),
  );
  box.dataset.call = call.call_id;
  box.setAttribute('role', 'alertdialog');
  box.setAttribute('aria-label', `${kind}: ${call.name}`);
  decline.addEventListener('click', () => {
    box.remove();
    void askApi('POST', 'calls/leave', { call_id: call.call_id }).catch(() => undefined);
  });
  answer.addEventListener('click', (event) => {
    box.remove();
    stopTone?.();
    if (openCallWindow(answer.href, answer.target)) event.preventDefault();
  });
  return box;
}
