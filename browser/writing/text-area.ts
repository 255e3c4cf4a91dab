import { element } from '../behaviors/dialogs.ts';

/** The style properties that determine the position of letters. */
const copied = ['font', 'letter-spacing', 'padding', 'border-width', 'box-sizing', 'direction', 'text-align'];

type Place = ReturnType<typeof caretOf>;

/** A place where text is typed: a text area, or rich text. */
export interface Writing {
  /** The text on both sides of the caret, or undefined while text is selected. */
  around(): readonly [before: string, after: string] | undefined;
  /** The window position of the point `back` characters before the caret. */
  placeOf(back: number): Place;
  /** Replaces the `back` characters before the caret, so that people can undo it. */
  replaceBefore(back: number, text: string): void;
  hasChanged(): boolean;
}

export const writingIn = (field: HTMLElement): Writing =>
  field instanceof HTMLTextAreaElement ? inArea(field) : inRichText(field);

const inArea = (area: HTMLTextAreaElement): Writing => ({
  around: () => {
    const { selectionStart: caret, selectionEnd, value } = area;
    return caret === selectionEnd ? [value.slice(0, caret), value.slice(caret)] : undefined;
  },
  placeOf: (back) => caretOf(area, back),
  replaceBefore: (back, text) => {
    const { selectionStart: caret } = area;
    area.setSelectionRange(caret - back, caret);
    insertText(area, text);
  },
  hasChanged: () => area.value !== area.defaultValue,
});

/** In rich text, the caret is in a run of letters with the same marks. */
function inRichText(field: HTMLElement): Writing {
  const caret = () => {
    const { anchorNode: node, anchorOffset: at, isCollapsed } = getSelection() ?? {};
    return isCollapsed && node instanceof Text && field.contains(node) && !node.parentElement?.closest('code')
      ? { node, at: at ?? 0 }
      : undefined;
  };
  return {
    around: () => {
      const found = caret();
      return found && [found.node.data.slice(0, found.at), found.node.data.slice(found.at)];
    },
    placeOf: (back) => {
      const range = document.createRange();
      const found = caret();
      if (found) range.setStart(found.node, found.at - back);
      const { x, top, bottom } = range.getBoundingClientRect();
      return { x, top, bottom };
    },
    replaceBefore: (back, text) => {
      const found = caret();
      if (found) getSelection()?.setBaseAndExtent(found.node, found.at - back, found.node, found.at);
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only insertion that the editor can undo
      document.execCommand('insertText', false, text);
    },
    hasChanged: () => true,
  };
}

/**
 * Returns the window position of the point `back` characters before the caret. Measured on a copy of the
 * field, because a field does not expose it.
 */
function caretOf(field: HTMLTextAreaElement, back: number): { x: number; top: number; bottom: number } {
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
