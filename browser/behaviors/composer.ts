import { t } from '../translate.ts';
import { showError } from './toasts.ts';

const composers = 'a[href="/compose"], a[href^="/compose?quote="]';

/** Opens the form of a new post in a dialog over any page. Its link leads to the form's own page. */
export function openComposers(): void {
  document.addEventListener('click', (event) => {
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
