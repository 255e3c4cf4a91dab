import { t } from '../translate.ts';
import { element, transientDialog } from './dialogs.ts';

/**
 * Opens the palette of pages that have a link to the search, if it is not open. Its script loads while the
 * person types. Without it the link is followed. Returns false on pages without the link.
 */
export function openPalette(): boolean {
  const link = document.querySelector<HTMLAnchorElement>('[data-palette]');
  if (!link) return false;
  if (document.querySelector('.palette')) return true;
  const input = element('input', 'palette-input');
  const list = element('ul', 'palette-list');
  Object.assign(list, { id: 'palette-list', role: 'listbox', ariaLabel: t`Suggestions` });
  Object.assign(input, { type: 'search', role: 'combobox', autocomplete: 'off', spellcheck: false });
  Object.assign(input, {
    maxLength: 200,
    enterKeyHint: 'go',
    ariaExpanded: 'true',
    ariaAutoComplete: 'list',
  });
  input.placeholder = t`Search or jump to …`;
  input.ariaLabel = input.placeholder;
  input.setAttribute('aria-controls', list.id);
  const close = element('button', 'palette-close', element('kbd', '', 'Esc'));
  Object.assign(close, { type: 'button', ariaLabel: t`Close` });
  const dialog = transientDialog(input.placeholder, element('div', 'palette-head', input, close), list);
  dialog.querySelector('.dialog-header')?.remove();
  dialog.classList.add('palette');
  close.addEventListener('click', () => dialog.close());
  dialog.showModal();
  input.focus();
  // It takes what is typed before it can be seen.
  dialog.style.opacity = '0';
  void import('../on-demand/load-styles.ts')
    .then(({ loadStyles }) => loadStyles('palette'))
    .finally(() => dialog.style.removeProperty('opacity'));
  void import('../on-demand/palette.ts').then(
    ({ fillPalette }) => fillPalette(link, dialog),
    () => location.assign(link.href),
  );
  return true;
}
