import { invalid } from '../../kernel/problem.ts';
import type { SkillInput } from './skill.ts';

/** Returns a text from the metadata, or undefined if it is omitted. */
export function parseText({ metadata, fields }: SkillInput, name: string, longest = 500): string | undefined {
  const field = `${fields.prefix}${name}`;
  const value = metadata[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw invalid(field, `${field} must be a string`);
  if (value.length > longest) throw invalid(field, `${field} is longer than ${longest} characters`);
  return value;
}

/** Returns one of the allowed words, or `otherwise` if it is omitted. */
export function parseWord<Word extends string>(
  input: SkillInput,
  name: string,
  words: readonly Word[],
  otherwise: Word,
): Word {
  const value = parseText(input, name) ?? otherwise;
  const found = words.find((word) => word === value);
  const field = `${input.fields.prefix}${name}`;
  if (found === undefined) throw invalid(field, `${field} must be ${words.join(' or ')}`);
  return found;
}

/** Returns the target of a skill: an id, or the URL of its page. */
export function parseTarget(input: SkillInput): string {
  const field = `${input.fields.prefix}target`;
  const given = parseText(input, 'target', 2000);
  if (given === undefined) throw invalid(field, `${field} is missing: the id of a post`);
  const id = /^\d{1,18}$/.test(given) ? given : idInAddress(given);
  if (id === undefined) throw invalid(field, `${field} must be the id of a post, or its address here`);
  return id;
}

const places = /^\/(?:posts|articles|questions|forums\/threads)\/(\d{1,18})(?:\/|$)/;

const idInAddress = (address: string) =>
  URL.canParse(address) ? places.exec(new URL(address).pathname)?.[1] : undefined;
