import { showError, showToast } from '../behaviors/toasts.ts';
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
  sayWhatWasDone();
  sendWaitingPosts();
  openEmoji();
  handleListKeys();
  focusLinkedFields();
  // After what the page itself needs.
  setTimeout(() => void import('./offline.ts').then(({ startOffline }) => startOffline()), 1000);
  // The document outlives the sign-out.
  document.addEventListener('turbo:load', () => {
    if (document.body.dataset.live !== undefined) return;
    followLive();
    clearUnsent();
  });
}

/** Forms in menus change a part of the page, and say so in a toast. */
function sayWhatWasDone(): void {
  document.addEventListener('turbo:submit-end', (event) => {
    const { success, formSubmission } = (event as CustomEvent<Submission>).detail;
    const { said } = formSubmission.formElement.dataset;
    if (said === undefined || !success) return;
    showToast(said);
    // The frame replaces the button that had the focus.
    const frame = document.getElementById(formSubmission.formElement.dataset.turboFrame ?? '');
    const focus = () => frame?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
    frame?.addEventListener('turbo:frame-load', focus, { once: true });
  });
}

/** Loads the outbox if posts wait in it. */
function sendWaitingPosts(): void {
  const watch = () => {
    if (localStorage.getItem('outbox') === null) return;
    void import('./outbox.ts').then(({ sendWaiting, showWaiting }) => showWaiting().then(sendWaiting));
  };
  addEventListener('online', watch);
  document.addEventListener('turbo:load', watch);
  watch();
}

function openEmoji(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-emoji]');
    if (button) void import('./emoji.ts').then(({ toggleEmoji }) => toggleEmoji(button));
  });
}

interface Submission {
  success: boolean;
  formSubmission: { formElement: HTMLFormElement };
}
