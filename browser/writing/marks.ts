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
const before: Readonly<Record<string, string>> = { heading: '## ', quote: '> ', list: '- ', numbers: '1. ' };
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
  if (pair) {
    replace(area, from, to, pair[0] + value.slice(from, to) + pair[1]);
    area.setSelectionRange(from + pair[0].length, to + pair[0].length);
    return;
  }
  const text = instead[sign];
  if (text !== undefined) return replace(area, to, to, text);
  const start = value.lastIndexOf('\n', from - 1) + 1;
  replace(area, start, to, value.slice(start, to).replaceAll(/^/gm, before[sign] ?? ''));
}

export function replace(area: HTMLTextAreaElement, from: number, to: number, text: string): void {
  area.setSelectionRange(from, to);
  insertText(area, text);
}
