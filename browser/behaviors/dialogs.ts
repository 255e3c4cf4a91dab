/** Polyfill for browsers without `commandfor`, which opens and closes dialogs without script. */
export function openDialogs(): void {
  if ('commandForElement' in HTMLButtonElement.prototype) return;
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[commandfor]') : null;
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button?.getAttribute('command') === 'close') dialog.close();
    else dialog.showModal();
  });
}

/** Creates a dialog that is removed from the page when it is closed. */
export function transientDialog(title: string, ...content: Node[]): HTMLDialogElement {
  const dialog = element('dialog', 'dialog');
  dialog.dataset.passing = '';
  dialog.ariaLabel = title;
  const header = element('header', 'dialog-header', element('h2', '', title));
  dialog.append(header, ...content);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  return dialog;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.className = className;
  created.append(...content);
  return created;
}
