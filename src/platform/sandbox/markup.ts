import type { Handler, ParserOptions } from 'htmlparser2';

/** As browsers, which put deeper elements beside each other. */
const maxDepth = 512;

/** Thrown to end the parser. */
class TooDeep extends Error {}

/**
 * Reads HTML or XML of strangers, as tolerant of errors as browsers. Stops at elements that are nested too
 * deep, because the time of the parser grows with depth. Returns false if it stopped.
 */
export async function readMarkup(
  markup: string,
  handler: Partial<Handler>,
  options: ParserOptions = {},
): Promise<boolean> {
  const { Parser } = await import('htmlparser2');
  let depth = 0;
  const parser = new Parser(
    {
      ...handler,
      onopentagname: (name) => {
        depth += 1;
        if (depth > maxDepth) throw new TooDeep();
        handler.onopentagname?.(name);
      },
      onclosetag: (name, isImplied) => {
        depth -= 1;
        handler.onclosetag?.(name, isImplied);
      },
    },
    options,
  );
  try {
    parser.end(markup);
    return true;
  } catch (error) {
    if (error instanceof TooDeep) return false;
    throw error;
  }
}

/** The text of markup that is nested too deep. */
export const withoutTags = (markup: string): string => markup.replaceAll(/(?:<[^<>]*>)+/g, ' ');
