import type { Html } from './html.ts';

/** Markup with single spaces and none inside tags' ends: for tests, which care for what is said and not for how it is set. */
export function oneLine(markup: Html | string): string {
  const text = typeof markup === 'string' ? markup : markup.text;
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(\/?>) ?/g, '$1')
    .replaceAll(/ </g, '<');
}
