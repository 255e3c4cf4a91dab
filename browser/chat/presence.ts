import { t } from '../translate.ts';
import { Controller } from '@hotwired/stimulus';
import { handleChatKeys } from './walk-chat.ts';

/** Shows who is online in the list of conversations and above the open one, and handles keys. */
export class Presence extends Controller<HTMLElement> {
  private readonly ended = new AbortController();

  override connect(): void {
    const listener = ({ detail }: CustomEvent<{ account: string; isOnline: boolean }>) => this.show(detail);
    document.addEventListener('live:presence', listener as EventListener, { signal: this.ended.signal });
    handleChatKeys(this.element, this.ended.signal);
  }

  override disconnect(): void {
    this.ended.abort();
  }

  private show({ account, isOnline }: { account: string; isOnline: boolean }): void {
    for (const face of this.element.querySelectorAll(`[data-person="${CSS.escape(account)}"]`)) {
      const badge = face.querySelector<HTMLElement>('.chat-here');
      if (badge) badge.hidden = !isOnline;
      const state = face.parentElement?.querySelector('.chat-state');
      if (state) state.textContent = isOnline ? t`Online` : t`Last seen just now`;
    }
  }
}
