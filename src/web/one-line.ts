import type { Html } from './html.ts';

/** Normalizes white space in markup, for tests that ignore formatting. */
export function oneLine(markup: Html | string): string {
  const text = typeof markup === 'string' ? markup : markup.text;
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(\/?>) ?/g, '$1')
    .replaceAll(/ </g, '<');
}
