import type { MessageEvent } from './fetch-part.ts';
import type { Typing } from './show-typing.ts';

interface Followed {
  message: (event: MessageEvent) => void;
  /** Somebody has read the conversation. */
  seen: () => void;
  typing: (typing: Typing) => void;
  /** Somebody is there, in whatever conversation. */
  online: (account: string) => void;
  /** Events were missed. */
  refresh: () => void;
}

/** Passes on the stream's events about a conversation. */
export function followConversation(id: string, signal: AbortSignal, on: Followed): void {
  const listen = (name: string, listener: (detail: never) => void) =>
    document.addEventListener(
      `live:${name}`,
      ({ detail }: CustomEventInit) => {
        if (
          name === 'presence' ||
          name === 'refresh' ||
          (detail as { conversation: string }).conversation === id
        )
          listener(detail as never);
      },
      { signal },
    );
  listen('message', on.message);
  listen('seen', on.seen);
  listen('typing', on.typing);
  listen('presence', ({ account, isOnline }: { account: string; isOnline: boolean }) => {
    if (isOnline) on.online(account);
  });
  listen('refresh', on.refresh);
}
