import { t } from '../translate.ts';
import { element, passingDialog } from '../behaviours/dialogs.ts';

/** Asks before a form with `data-turbo-confirm` is sent. The button says what will be done, in the form's own words. */
export function askToConfirm(
  message: string,
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<boolean> {
  const act = (submitter ?? form.querySelector('button'))?.textContent.trim() ?? t`Go on`;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const cancel = element('button', 'button quiet', t`Cancel`);
  const go = element('button', 'button danger', act);
  const dialog = passingDialog(
    `${act}?`,
    element('p', 'dialog-body', message),
    element('footer', 'dialog-footer', cancel, go),
  );
  cancel.addEventListener('click', () => dialog.close());
  go.addEventListener('click', () => dialog.close('yes'));
  dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
  dialog.showModal();
  cancel.focus();
  return promise;
}
