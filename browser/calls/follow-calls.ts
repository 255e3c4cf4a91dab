import { showBars } from './call-bar.ts';
import { loadStyles, showRings } from './ring.ts';

let isFollowing = false;

/** Shows calls on every page of the person from the first one on: those that ring, and those that go on. */
export function followCalls(): void {
  if (!isFollowing) {
    isFollowing = true;
    document.addEventListener('live:call', show);
    // Another page took this one's place.
    document.addEventListener('turbo:load', show);
    loadStyles();
  }
  show();
}

function show(): void {
  showRings();
  showBars();
}
