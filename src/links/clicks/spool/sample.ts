import { createClickIds, toLine } from '../click.ts';
import type { Click, Visitor } from '../click.ts';

/** For tests: a visitor from Germany with Chrome on Linux, but for what is said otherwise. */
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

/** For tests: a click of that visitor on link 1 at noon of the first of March 2026. */
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

/** For tests: clicks as they lie on disk. Clicks made twice are two clicks; the same lines are the same clicks. */
export const linesOf = (...clicks: Click[]): Buffer =>
  Buffer.from(clicks.map((click) => toLine(newId(click.at), click)).join(''));
