import { config } from '@hotwired/turbo';
import { askFirst } from './behaviours/ask-first.ts';
import { goBack } from './behaviours/back.ts';
import { copyOnPress } from './behaviours/copy.ts';
import { openDialogs } from './behaviours/dialogs.ts';
import { steerMenus } from './behaviours/menus.ts';
import { handleShortcuts } from './behaviours/shortcuts.ts';
import { switchTheme } from './behaviours/theme.ts';
import { refreshTimes } from './behaviours/times.ts';
import { dismissToasts } from './behaviours/toasts.ts';
import { loadControllers } from './controllers.ts';

config.drive.progressBarDelay = 300;
const ask = async (question: string, form: HTMLFormElement, submitter: HTMLElement | null) =>
  (await import('./on-demand/confirm.ts')).askToConfirm(question, form, submitter);
config.forms.confirm = ask;

document.documentElement.dataset.script = '';

// These listeners are on the document, so they outlive the pages that Turbo replaces.
copyOnPress();
goBack();
askFirst(ask);
dismissToasts();
refreshTimes();
openDialogs();
steerMenus();
switchTheme();
handleShortcuts();
// The rest are Stimulus controllers, loaded when a page needs them.
loadControllers();

/** Loads rarely needed modules on the pages that need them. */
const startPage = () => {
  // Does not use Stimulus, to keep the sign-in page light.
  if (document.querySelector('form[data-passkey]'))
    void import('./on-demand/passkey.ts').then(({ preparePasskeys }) => preparePasskeys());
  if (document.body.dataset.live)
    void import('./on-demand/member.ts').then(({ startMember }) => startMember());
};
startPage();
document.addEventListener('turbo:load', startPage);
document.addEventListener('turbo:render', startPage);

// Removes transient elements from Turbo's page cache.
document.addEventListener('turbo:before-cache', () => {
  for (const passing of document.querySelectorAll('.toast, dialog[data-passing]')) passing.remove();
  for (const open of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) open.open = false;
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) open.close();
});
