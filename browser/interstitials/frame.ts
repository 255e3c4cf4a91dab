import { copyOnPress } from '../behaviours/copy.ts';

document.documentElement.dataset.script = '';
copyOnPress();

/** By the device's own way of sharing, where it has one. */
const share = document.querySelector<HTMLButtonElement>('[data-share]');
if (share && 'share' in navigator) {
  share.hidden = false;
  share.addEventListener('click', () => {
    // Somebody who changes their mind has shared nothing, and nothing is wrong.
    navigator.share({ url: share.dataset.share ?? '', title: document.title }).catch(() => undefined);
  });
}
