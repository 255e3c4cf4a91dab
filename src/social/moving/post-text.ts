import { readMarkup } from '../../platform/sandbox/markup.ts';

/** Mentions by their address there, with the name that includes the server. */
type Names = ReadonlyMap<string, string>;

/**
 * Converts the HTML of a post to plain text. Links become their addresses, which Mastodon shortens in the text.
 * Mentions get the name of their server, so that they do not become those of other people here.
 */
export async function toPostText(markup: string, names: Names): Promise<string> {
  let text = '';
  let link: { address: string; from: number; isName: boolean } | undefined;
  const ends: Record<string, () => void> = {
    p: () => (text += '\n\n'),
    pre: () => (text += '\n\n'),
    blockquote: () => (text += '\n\n'),
    li: () => (text += '\n'),
    a: () => {
      if (link) text = text.slice(0, link.from) + linkText(link, text.slice(link.from), names);
      link = undefined;
    },
  };
  await readMarkup(
    markup,
    {
      onopentag: (name, { href = '', class: classes = '' }) => {
        if (name === 'br') text += '\n';
        if (name === 'li') text += '• ';
        if (name === 'a')
          link = { address: href, from: text.length, isName: /\b(?:mention|hashtag)\b/.test(classes) };
      },
      ontext: (part) => (text += part),
      onclosetag: (name) => ends[name]?.(),
    },
    { decodeEntities: true },
  );
  return text.replaceAll(/\n{3,}/g, '\n\n').trim();
}

function linkText(
  { address, isName }: { address: string; isName: boolean },
  shown: string,
  names: Names,
): string {
  const name = names.get(address);
  if (name !== undefined) return name;
  // A mention that the tags do not have.
  if (shown.startsWith('@')) return /^https?:\/\//.test(address) ? address : shown.slice(1);
  if (isName || !/^https?:\/\//.test(address)) return shown;
  return address;
}
