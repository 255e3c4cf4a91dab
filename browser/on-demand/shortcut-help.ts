import { t } from '../translate.ts';
import { element, transientDialog } from '../behaviors/dialogs.ts';

const inLists = [
  [t`Next in the list`, 'j'],
  [t`Previous in the list`, 'k'],
  [t`Like`, 'l'],
  [t`Reply`, 'r'],
] as const;

const inChat = [
  [t`Next or previous message or conversation`, '↓ ↑'],
  [t`Message actions`, 'Enter'],
  [t`Reply`, 'r'],
  [t`Edit`, 'e'],
  [t`Edit the last message, in an empty field`, '↑'],
  [t`Back`, 'Esc'],
] as const;

/** Shows the shortcuts that work on this page, collected from its elements. */
export function showShortcuts(): void {
  const list = element('dl', 'dialog-body shortcuts');
  const rows = [...document.querySelectorAll<HTMLElement>('[data-shortcut]')].map(
    (found) =>
      [
        found.ariaLabel ??
          (found instanceof HTMLTextAreaElement
            ? found.placeholder
            : (found.querySelector('span') ?? found).textContent.trim()),
        found.dataset.shortcut ?? '',
      ] as const,
  );
  for (const [label, keys] of [
    ...rows,
    ...(document.querySelector('main article.post, .case') ? inLists : []),
    ...(document.querySelector('main .chat') ? inChat : []),
    [t`Submit the form`, 'Ctrl Enter'],
    [t`Show this help`, '?'],
  ] as const) {
    const names = keys.split(' ').map((key) => element('kbd', '', key));
    list.append(element('div', '', element('dt', '', label), element('dd', '', ...names)));
  }
  transientDialog(t`Keyboard shortcuts`, list).showModal();
}
