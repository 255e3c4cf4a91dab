import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toSubject } from './paint/paint.ts';
import type { Subject } from './paint/paint.ts';

export interface Figure {
  username: string;
  firstName: string;
  lastName: string;
  gender: string;
  biography: string;
  /** Shown in the portrait instead of the person. */
  emblem: Subject;
}

/**
 * The demo people: authors whose works are in the public domain. None becomes
 * the operator. texts/people.txt has one per line: username, name, gender, emblem, biography.
 */
export const people: readonly Figure[] = readFileSync(join(import.meta.dirname, 'texts/people.txt'), 'utf8')
  .trim()
  .split('\n')
  .map(toFigure);

function toFigure(line: string): Figure {
  const [username = '', name = '', gender = '', emblem = '', biography = ''] = line.split(' | ');
  const space = name.lastIndexOf(' ');
  const [firstName, lastName] = [name.slice(0, space), name.slice(space + 1)];
  return { username, firstName, lastName, gender, biography, emblem: toSubject(emblem) };
}
