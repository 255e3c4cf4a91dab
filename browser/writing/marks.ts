import { insertText } from './text-area.ts';

/** The Markdown that each toolbar button adds around the selection or at the beginning of its lines. */
const around: Readonly<Record<string, readonly [string, string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  strike: ['~~', '~~'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
  block: ['\n```\n', '\n```\n'],
};
const before: Readonly<Record<string, string>> = { heading: '## ', quote: '> ', list: '- ' };
const instead: Readonly<Record<string, string>> = {
  rule: '\n\n---\n\n',
  table: '\n\n|  |  |\n| --- | --- |\n|  |  |\n\n',
};
const keys: Readonly<Record<string, string>> = { b: 'bold', i: 'italic', k: 'link', e: 'code' };

/** The button whose keys are pressed. */
export const signOf = (event: KeyboardEvent): string | undefined =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    ? keys[event.key.toLowerCase()]
    : undefined;

/** Writes the Markdown of a toolbar button into a text area. */
export function writeMark(area: HTMLTextAreaElement, sign: string): void {
  const { value, selectionStart: from, selectionEnd: to } = area;
  if (sign === 'undo' || sign === 'redo') {
    area.focus();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- text areas have no other way
    document.execCommand(sign);
    return;
  }
  const pair = around[sign];
  if (pair) return enclose(area, pair);
  const text = instead[sign];
  if (text !== undefined) return replace(area, to, to, text);
  const start = value.lastIndexOf('\n', from - 1) + 1;
  let number = 0;
  const mark = () => (sign === 'numbers' ? `${(number += 1)}. ` : (before[sign] ?? ''));
  replace(area, start, to, value.slice(start, to).replaceAll(/^/gm, mark));
}

/** Puts marks around the selection, or removes those that are there. An address becomes that of a link. */
function enclose(area: HTMLTextAreaElement, [open, end]: readonly [string, string]): void {
  const { value, selectionStart: from, selectionEnd: to } = area;
  const selected = value.slice(from, to);
  const [left, right] = [value.slice(0, from), value.slice(to)];
  // The marks of bold end in those of italic.
  const isBold = open === '*' && /(?<!\*)\*\*$/.test(left);
  if (left.endsWith(open) && right.startsWith(end) && !isBold) {
    replace(area, from - open.length, to + end.length, selected);
    area.setSelectionRange(from - open.length, to - open.length);
  } else if (open === '[' && /^https?:\/\/\S+$/.test(selected)) {
    replace(area, from, to, `[](${selected})`);
    area.setSelectionRange(from + 1, from + 1);
  } else {
    replace(area, from, to, open + selected + end);
    area.setSelectionRange(from + open.length, to + open.length);
  }
}

export function replace(area: HTMLTextAreaElement, from: number, to: number, text: string): void {
  area.setSelectionRange(from, to);
  insertText(area, text);
}
