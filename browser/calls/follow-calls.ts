import { showBars } from './call-bar.ts';
import { loadStyles, showRings } from './ring.ts';

let isFollowing = false;

/** Shows ringing and ongoing calls on the current page and on all pages visited afterwards. */
export function followCalls(): void {
  if (!isFollowing) {
    isFollowing = true;
    document.addEventListener('live:call', show);
    // Turbo has replaced the page.
    document.addEventListener('turbo:load', show);
    loadStyles();
  }
  show();
}

function show(): void {
  showRings();
  showBars();
}
