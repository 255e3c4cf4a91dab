import { t } from '../translate.ts';
import { element, transientDialog } from '../behaviors/dialogs.ts';

/**
 * Confirms forms with `data-turbo-confirm`. `{name}` in the question is replaced by the value of that field.
 * The button repeats the form's action, and is red unless `data-confirm-kind` says otherwise.
 */
export function confirmDialog(
  message: string,
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<boolean> {
  const act = (submitter ?? form.querySelector('button'))?.textContent.trim() ?? t`Continue`;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const cancel = element('button', 'button quiet', t`Cancel`);
  const go = element('button', `button ${form.dataset.confirmKind ?? 'danger'}`, act);
  const typed = new FormData(form);
  const question = message.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const value = typed.get(name);
    return typeof value === 'string' ? value.trim() : all;
  });
  const dialog = transientDialog(
    act,
    element('p', 'dialog-body', question),
    element('footer', 'dialog-footer', cancel, go),
  );
  cancel.addEventListener('click', () => dialog.close());
  go.addEventListener('click', () => dialog.close('yes'));
  dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
  dialog.showModal();
  cancel.focus();
  return promise;
}
