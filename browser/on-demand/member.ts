import { t } from '../translate.ts';
import { element } from '../behaviors/dialogs.ts';
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

/** Styled like the server's toasts. */
function showError(text: string): void {
  const toast = element('div', 'toast', element('p', '', text));
  toast.dataset.kind = 'error';
  const close = element('button', 'icon-button small', '×');
  close.type = 'button';
  close.ariaLabel = t`Dismiss`;
  toast.append(close);
  document.getElementById('toasts')?.append(toast);
}
