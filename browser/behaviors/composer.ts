import { t } from '../translate.ts';
import { showError } from './toasts.ts';

/** Buttons that add and remove posts of a thread. */
export const threadButtons = '.composer button[value="more"], .composer-thread [data-remove]';
const composers = 'a[href="/compose"], a[href^="/compose?quote="]';

/** Opens the form of a new post in a dialog over any page, whose link leads to the form's own page, and grows its thread. */
export function openComposers(): void {
  document.addEventListener('click', (event) => {
    const part = event.target instanceof Element && event.target.closest<HTMLElement>(threadButtons);
    if (part) {
      event.preventDefault();
      void import('../on-demand/compose-thread.ts').then(({ changeThread }) => changeThread(part));
      return;
    }
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(composers);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || location.pathname === '/compose' || document.body.dataset.live === undefined)
      return;
    event.preventDefault();
    void import('../on-demand/compose.ts')
      .then(({ openComposer }) => openComposer(link.href))
      .catch(() => {
        if (navigator.onLine) location.assign(link.href);
        else showError(t`You are offline. Open this again when you are online.`);
      });
  });
}
