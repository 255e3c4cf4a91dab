import { t } from '../translate.ts';
import { element } from './dialogs.ts';

/** Removes toasts that were dismissed or that the style sheet has hidden. */
export function dismissToasts(): void {
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('.toast .icon-button')) {
      event.target.closest('.toast')?.remove();
    }
  });
  document.addEventListener('animationend', ({ animationName, target }) => {
    if (animationName === 'leave' && target instanceof Element) target.remove();
  });
}

/** Shows an error, styled like the server's toasts. */
export const showError = (text: string): void => showToast(text, 'error');

/** Shows a text for a few seconds, or an error until it is dismissed. */
export function showToast(text: string, kind: 'success' | 'error' = 'success'): void {
  const toast = element('div', 'toast', element('p', '', text));
  toast.dataset.kind = kind;
  const close = element('button', 'icon-button small', '×');
  close.type = 'button';
  close.ariaLabel = t`Dismiss`;
  toast.append(close);
  document.getElementById('toasts')?.append(toast);
}

/**
 * Says that a form could not be sent, or a part of the page not be opened. Fields keep what was typed.
 * Forms that show their result at once have a message of their own.
 */
export function reportUnsentForms(): void {
  document.addEventListener('turbo:fetch-request-error', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    if (event.target instanceof HTMLFormElement) showError(notSent());
    // What reloads itself tries again. Anything else was opened, such as a drawer.
    else if (event.target.matches('turbo-frame:not([data-controller~="refresh"])')) showError(unreachable());
  });
  // The browser itself sends these forms, and would replace the page by its own about the connection.
  document.addEventListener('submit', (event) => {
    if (navigator.onLine || event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    if (![event.target, event.submitter].some((each) => each?.closest('[data-turbo="false"]'))) return;
    event.preventDefault();
    showError(notSent());
  });
}

export const unreachable = (): string => t`The server can’t be reached. Try again when you are online.`;

const notSent = () =>
  t`The server can’t be reached. What you entered is kept. Try again when you are online.`;
