import { toLine } from '../../kernel/text.ts';
import { readMarkup } from '../../platform/sandbox/markup.ts';
import { sandboxTask } from '../../platform/sandbox/task.ts';

/** The metadata of a page's head. */
export interface Head {
  title: string;
  description: string;
  /** Unresolved; may be relative to the page. */
  picture: string | undefined;
  canonical: string | undefined;
}

const longestTitle = 200;
const longestDescription = 400;
/** A normal head has a few dozen elements. This limit protects against abusive pages. */
const maxElements = 2000;

export const headTask = sandboxTask('previews.head', () => Promise.resolve(headOf));

/** Parses Open Graph tags, then older metadata. Tolerates malformed HTML. */
export async function headOf(markup: string): Promise<Head> {
  const named = new Map<string, string>();
  let title = '';
  let canonical: string | undefined;
  let isInTitle = false;
  let elements = 0;
  let isOver = false;
  await readMarkup(markup, {
    onopentag: (name, attributes) => {
      elements += 1;
      isOver ||= name === 'body' || elements > maxElements;
      if (isOver) return;
      isInTitle = name === 'title' && title === '';
      if (name === 'meta') {
        const key = (attributes.property ?? attributes.name ?? '').toLowerCase();
        const content = attributes.content ?? '';
        if (content !== '' && !named.has(key)) named.set(key, content);
      }
      if (name === 'link' && attributes.rel?.toLowerCase() === 'canonical') canonical ??= attributes.href;
    },
    ontext: (text) => {
      if (isInTitle && title.length < longestTitle * 4) title += text;
    },
    onclosetag: (name) => {
      if (name === 'title') isInTitle = false;
    },
  });
  const first = (...keys: string[]) => keys.map((key) => named.get(key)).find((found) => found?.trim());
  return {
    title: oneLine(first('og:title', 'twitter:title') ?? title, longestTitle),
    description: oneLine(
      first('og:description', 'twitter:description', 'description') ?? '',
      longestDescription,
    ),
    picture: first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
    canonical: first('og:url') ?? canonical,
  };
}

function oneLine(text: string, longest: number): string {
  const line = toLine(text);
  const characters = Array.from(line);
  return characters.length <= longest
    ? line
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
