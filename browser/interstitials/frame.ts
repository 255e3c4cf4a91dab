import { copyOnPress } from '../behaviors/copy.ts';

document.documentElement.dataset.script = '';
copyOnPress();

/** Uses the device's share sheet, if available. */
const share = document.querySelector<HTMLButtonElement>('[data-share]');
if (share && 'share' in navigator) {
  share.hidden = false;
  share.addEventListener('click', () => {
    // Canceling the share sheet rejects, which is not an error.
    navigator.share({ url: share.dataset.share ?? '', title: document.title }).catch(() => undefined);
  });
}
