import { msg, type Message, invalid } from '../problem.ts';
import { lengthOf, toLine, toLines } from '../text.ts';

interface TextRule {
  /** The subject of error messages, such as “The name”. */
  what: Message;
  /** In characters. */
  max: number;
  /** 1 if the field is required. */
  min?: 0 | 1;
}

/**
 * Normalizes a single-line field such as a title. Throws a `Problem` at `field` if it is missing or too long.
 */
export const parseLine = (field: string, typed: string | undefined, rule: TextRule): string =>
  measured(field, toLine(typed ?? ''), rule);

/** Normalizes a multiline field, preserving line breaks. */
export const parseLines = (field: string, typed: string | undefined, rule: TextRule): string =>
  measured(field, toLines(typed ?? ''), rule);

function measured(field: string, text: string, { what, max, min = 0 }: TextRule): string {
  const length = lengthOf(text);
  if (length < min) throw invalid(field, msg('{what} is required', { what }));
  if (length > max) throw invalid(field, msg('{what} can have at most {max} characters', { what, max }));
  return text;
}
