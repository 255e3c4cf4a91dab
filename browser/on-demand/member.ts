import { showError } from '../behaviors/toasts.ts';
import { applyOptimistically } from './act-at-once.ts';
import { followLive } from './live.ts';
import { clearUnsent, persistUnsentText } from './unsent.ts';
import { showUploads } from './uploads.ts';
import { focusLinkedFields, handleListKeys } from './walk-lists.ts';

let isStarted = false;

/** Starts what signed-in pages have beyond reading. Called for each page shown. */
export function startMember(): void {
  followLive();
  if (isStarted) return;
  isStarted = true;
  rememberTimeZone();
  persistUnsentText();
  applyOptimistically(showError);
  showUploads();
  handleListKeys();
  focusLinkedFields();
  // The document outlives the sign-out.
  document.addEventListener('turbo:load', () => {
    if (document.body.dataset.live !== undefined) return;
    followLive();
    clearUnsent();
  });
}

/** Statistics of the server begin their days in the reader's time zone. */
function rememberTimeZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  document.cookie = `time_zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
}
