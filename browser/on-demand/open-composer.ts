import { showError } from '../behaviors/toasts.ts';
import { t } from '../translate.ts';

const composers = 'a[href="/compose"], a[href^="/compose?quote="]';

/**
 * Opens the form of a new post in a dialog, from any page. Also starts the outbox if posts wait in it, and the emoji
 * when they are first wanted.
 */
export function openOnPress(): void {
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    const emoji = target?.closest<HTMLElement>('[data-emoji]');
    if (emoji) void import('./emoji.ts').then(({ toggleEmoji }) => toggleEmoji(emoji));
    const link = target?.closest<HTMLAnchorElement>(composers);
    if (!link || !isPlain || location.pathname === '/compose') return;
    event.preventDefault();
    void import('./compose.ts')
      .then(({ openComposer }) => openComposer(link.href))
      .catch(() => {
        if (navigator.onLine) location.assign(link.href);
        else showError(t`You are offline. Open this again when you are online.`);
      });
  });
  const watch = () => {
    if (localStorage.getItem('outbox') !== null)
      void import('./outbox.ts').then(({ sendWaiting, showWaiting }) => showWaiting().then(sendWaiting));
  };
  for (const event of ['online', 'turbo:load']) addEventListener(event, watch);
  watch();
}
