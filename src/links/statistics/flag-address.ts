import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Cache with at most one entry per country. */
const known = new Map<string, string | undefined>();

/**
 * Returns the flag of a country as a `data:` URL, so that pages need no external requests. Undefined: there
 * is none.
 */
export function flagAddress(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  if (!known.has(code)) known.set(code, read(code));
  return known.get(code);
}

const drawings = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('country-flag-icons')), '3x2');

function read(code: string): string | undefined {
  try {
    const drawing = readFileSync(join(drawings(), `${code}.svg`));
    return `data:image/svg+xml;base64,${drawing.toString('base64')}`;
  } catch {
    return undefined;
  }
}
