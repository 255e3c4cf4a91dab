import { config } from '@hotwired/turbo';
import { confirmForms } from './behaviors/ask-first.ts';
import { goBack } from './behaviors/back.ts';
import { openComposers } from './behaviors/composer.ts';
import { copyOnPress } from './behaviors/copy.ts';
import { openDialogs } from './behaviors/dialogs.ts';
import { renewFormKeys } from './behaviors/form-keys.ts';
import { showHoverCards } from './behaviors/hover-cards.ts';
import { handleMenus } from './behaviors/menus.ts';
import { openPictures } from './behaviors/pictures.ts';
import { handleShortcuts } from './behaviors/shortcuts.ts';
import { switchTheme } from './behaviors/theme.ts';
import { rememberTimeZone } from './behaviors/time-zone.ts';
import { updateTimes } from './behaviors/times.ts';
import { dismissToasts, reportUnsentForms } from './behaviors/toasts.ts';
import { loadControllers } from './controllers.ts';

interface FrameMissing {
  response: Response;
  visit: (response: Response) => void;
}

config.drive.progressBarDelay = 300;
const ask = async (question: string, form: HTMLFormElement, submitter: HTMLElement | null) =>
  (await import('./on-demand/confirm.ts')).confirmDialog(question, form, submitter);
config.forms.confirm = ask;

document.documentElement.dataset.script = '';

// These listeners are on the document, so they outlive the pages that Turbo replaces.
copyOnPress();
renewFormKeys();
goBack();
confirmForms(ask);
dismissToasts();
reportUnsentForms();
updateTimes();
openDialogs();
handleMenus();
openPictures();
openComposers();
showHoverCards();
switchTheme();
handleShortcuts();
// The rest are Stimulus controllers, loaded when a page needs them.
loadControllers();

// The page without a connection becomes the one that was wanted.
if (document.querySelector('[data-offline]')) addEventListener('online', () => location.reload());

/** Loads rarely needed modules on the pages that need them. */
const loadPageModules = () => {
  const keys = document.querySelector('.rail-search kbd');
  if (keys && /Mac|iP/.test(navigator.userAgent)) keys.textContent = '⌘ K';
  rememberTimeZone();
  // Does not use Stimulus, to keep the sign-in page light.
  if (document.querySelector('form[data-passkey]'))
    void import('./on-demand/passkey.ts').then(({ preparePasskeys }) => preparePasskeys());
  if (document.querySelector('[data-found]'))
    void import('./on-demand/mark-found.ts').then(({ markFound }) => markFound());
  if (document.querySelector('[data-continues]'))
    void import('./on-demand/continue-lists.ts').then(({ continueLists }) => continueLists());
  if (document.body.dataset.live)
    void import('./on-demand/member.ts').then(({ startMember }) => startMember());
};
loadPageModules();
document.addEventListener('turbo:load', loadPageModules);
document.addEventListener('turbo:render', loadPageModules);

// A rejected form shows its first wrong field.
document.addEventListener('turbo:render', () => {
  document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
});

// An answer without the frame, such as the sign-in page or an error, is shown as a page.
document.addEventListener('turbo:frame-missing', (event) => {
  event.preventDefault();
  const { response, visit } = (event as CustomEvent<FrameMissing>).detail;
  visit(response);
});

// Removes transient elements from Turbo's page cache.
document.addEventListener('turbo:before-cache', () => {
  for (const passing of document.querySelectorAll('.toast, dialog[data-passing], .row-menu'))
    passing.remove();
  for (const open of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) open.open = false;
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) open.close();
});
