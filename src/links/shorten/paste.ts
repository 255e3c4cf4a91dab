import { completeUrl } from '../../kernel/text.ts';
import { invalid, Problem, type MessageText, msg } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { inTransaction, perAccount, verb } from '../../platform/app.ts';
import type { Editor } from '../link/rights.ts';
import type { Link } from '../link/link.ts';
import { addLink } from './add-links.ts';
import { addLinks } from './add-many.ts';

/** As many as one call of the API creates. */
export const maxPasted = 100;

/** What became of a line: a link, or why there is none. */
export interface PastedLine {
  url: string;
  link?: Pick<Link, 'id' | 'alias' | 'domain'>;
  problem?: MessageText;
}

/**
 * Creates a link for each line of a text: a URL, and after a space the alias, if one is wanted. A line that is
 * refused does not affect the others.
 */
export const pasteLinks = verb(
  { name: 'links.paste', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, viewer: Editor, text: string): Promise<PastedLine[]> => {
    const lines = text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length === 0) throw invalid('urls', msg('Enter at least one URL'));
    if (lines.length > maxPasted)
      throw invalid('urls', msg('At most {max} URLs can be shortened at once', { max: maxPasted }));
    const inputs = lines.map((line) => {
      const [url = '', alias] = line.split(/\s+/, 2);
      return { url: completeUrl(url), alias };
    });
    const together = await addLinks(app, viewer, inputs);
    const done: PastedLine[] = [];
    for (const [place, input] of inputs.entries()) {
      const { url } = input;
      const found =
        together.get(place) ??
        (await inTransaction(app, (app) => addLink(app, viewer, input)).catch((error: unknown) => {
          if (error instanceof Problem && error.status < 500) return error;
          throw error;
        }));
      done.push(found instanceof Problem ? { url, problem: found.text } : { url, link: found });
    }
    return done;
  },
);
