import { t } from '../translate.ts';
import { currentCalls } from '../on-demand/live.ts';

/**
 * Updates the bar above a conversation with a call in progress: participants return to the call window,
 * others can join.
 */
export function showBars(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('[data-call-bar]')) {
    const call = currentCalls().find(({ conversation_id }) => conversation_id === bar.dataset.callBar);
    bar.hidden = !call;
    const [text, link] = [bar.querySelector('span'), bar.querySelector('a')];
    if (!call || !text || !link) continue;
    const isIn = call.state === 'joined';
    text.textContent = isIn ? t`You are in a call` : t`Call in progress`;
    link.textContent = isIn ? t`Show` : call.state === 'ringing' ? t`Answer` : t`Join`;
    link.href = `/messages/calls/${call.call_id}`;
    link.target = `plaza-call-${call.conversation_id}`;
  }
}
