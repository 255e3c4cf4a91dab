import { element } from '../behaviors/dialogs.ts';

/** The style properties that determine the position of letters. */
const copied = ['font', 'letter-spacing', 'padding', 'border-width', 'box-sizing', 'direction', 'text-align'];

/**
 * Returns the window position of the point `back` characters before the caret. Measured on a copy of the
 * field, because a field does not expose it.
 */
export function caretOf(
  field: HTMLTextAreaElement,
  back: number,
): { x: number; top: number; bottom: number } {
  const copy = element('div', 'caret-copy');
  const style = getComputedStyle(field);
  for (const name of copied) copy.style.setProperty(name, style.getPropertyValue(name));
  const box = field.getBoundingClientRect();
  copy.style.width = `${box.width}px`;
  const caret = element('span', '', '\u200b');
  copy.append(field.value.slice(0, field.selectionStart - back), caret);
  document.body.append(copy);
  const x = box.left + caret.offsetLeft;
  const top = box.top + caret.offsetTop - field.scrollTop;
  const bottom = top + caret.offsetHeight;
  copy.remove();
  return { x, top, bottom };
}

/** Replaces the selection by the browser's editing command, so that people can undo it. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to } = area;
  area.focus();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only insertion that people can undo
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, from, to, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
