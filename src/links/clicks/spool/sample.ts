import { createClickIds, toLine } from '../click.ts';
import type { Click, Visitor } from '../click.ts';

/** Test helper: a visitor from Germany with Chrome on Linux, with overrides. */
const sampleVisitor = (differences: Partial<Visitor> = {}): Visitor => ({
  hash: '1',
  country: 'DE',
  browser: 'Chrome',
  system: 'Linux',
  device: 'desktop',
  language: 'de',
  isBot: false,
  ...differences,
});

/** Test helper: a click of that visitor on link 1 at noon on March 1, 2026. */
export const sampleClick = ({
  visitor,
  ...differences
}: Partial<Omit<Click, 'visitor'>> & { visitor?: Partial<Visitor> } = {}): Click => ({
  linkId: '1',
  at: Date.UTC(2026, 2, 1, 12),
  isBot: false,
  referrer: '',
  ...differences,
  visitor: sampleVisitor(visitor),
});

const newId = createClickIds();

/**
 * Test helper: serializes clicks as they are on disk. Each call assigns new ids, so reuse the lines to repeat
 * the same clicks.
 */
export const linesOf = (...clicks: Click[]): Buffer =>
  Buffer.from(clicks.map((click) => toLine(newId(click.at), click)).join(''));
