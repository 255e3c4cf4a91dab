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

// What every page has listens on the document, and so outlives the pages that Turbo puts in it.
copyOnPress();
goBack();
askFirst(ask);
dismissToasts();
refreshTimes();
openDialogs();
steerMenus();
switchTheme();
handleShortcuts();
// The rest are Stimulus controllers, fetched when a page needs them.
loadControllers();

/** What few pages need is fetched for those that have it. */
const startPage = () => {
  // Without Stimulus, so that the page to sign in stays light.
  if (document.querySelector('form[data-passkey]'))
    void import('./on-demand/passkey.ts').then(({ preparePasskeys }) => preparePasskeys());
  if (document.body.dataset.live)
    void import('./on-demand/member.ts').then(({ startMember }) => startMember());
};
startPage();
document.addEventListener('turbo:load', startPage);
document.addEventListener('turbo:render', startPage);

// A page that is kept for going back to must not show what was only for the moment.
document.addEventListener('turbo:before-cache', () => {
  for (const passing of document.querySelectorAll('.toast, dialog[data-passing]')) passing.remove();
  for (const open of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) open.open = false;
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) open.close();
});
