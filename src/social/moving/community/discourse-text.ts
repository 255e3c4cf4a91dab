/** A file in a text: its name in the archive, and what people see. */
export interface TextFile {
  name: string;
  alt: string;
  /** Where it is fetched from if the archive does not have it. */
  address?: string;
}

/** How a file of the archive is written in the text of an entry, before it is stored: `media:b0a1….png`. */
export const mediaAddress = 'media:';

/** Converts the Markdown of Discourse. Its quotes, details and files have a syntax of their own. */
export function discourseToMarkdown(raw: string): { text: string; files: TextFile[] } {
  const files = new Map<string, TextFile>();
  const refer = (name: string, alt: string) => {
    files.set(name, { name, alt: alt.slice(0, 300) });
    return mediaAddress + name;
  };
  const text = withBlocks(raw)
    // `![A loaf|690x388](upload://…)` is a picture, and `[plan.pdf|attachment](upload://…)` another file.
    .replaceAll(
      /(!?)\[([^[\]\n]*)\]\(upload:\/\/([0-9a-zA-Z]+)\.(\w+)\)/g,
      (_, mark: string, label: string, hash: string, extension: string) => {
        const [about = ''] = label.split('|');
        return `${mark}[${about}](${refer(nameOf(hash, extension), about)})`;
      },
    )
    .replaceAll(/<img\b[^<>]*>/g, (tag) => {
      const [, name] = /\b([0-9a-f]{40}\.\w{1,10})"/.exec(tag.includes('/original/') ? tag : '') ?? [];
      return name === undefined ? tag : `![](${refer(name, '')})`;
    });
  return { text, files: [...files.values()] };
}

/** Quotes are blocks with `[quote="ada, post:3, topic:12"]`, and can be in each other. */
function withBlocks(raw: string): string {
  let depth = 0;
  const lines: string[] = [];
  const add = (line: string) => lines.push('> '.repeat(Math.min(depth, 5)) + line);
  for (const line of raw.replaceAll('\r\n', '\n').split('\n')) {
    const opened = /^\s{0,3}\[quote(?:="?([^\]]{0,300}?)"?)?\]\s*(.*)$/i.exec(line);
    const details = /^\s{0,3}\[details(?:="?([^\]]{0,300}?)"?)?\]\s*$/i.exec(line);
    if (opened) {
      depth += 1;
      const [, about = '', rest = ''] = opened;
      const [name = ''] = about.split(',');
      if (name.trim() !== '') add(`**${name.trim()}:**`);
      const ended = rest.replace(/\[\/quote\]\s*$/i, '');
      if (ended !== '') add(ended);
      if (ended !== rest) closeQuote();
    } else if (/^\s{0,3}\[\/quote\]\s*$/i.test(line)) closeQuote();
    else if (details) add(`**${details[1] ?? ''}**\n`);
    else if (
      !/^\s{0,3}\[\/?(?:details|poll|wrap|event|chat|hide|spoiler)(?:[ =][^\]]{0,500})?\]\s*$/i.test(line)
    )
      add(line);
  }
  return lines.join('\n');

  function closeQuote() {
    depth = Math.max(0, depth - 1);
    add('');
  }
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Addresses have the SHA-1 in base 62, and files in base 16. */
function nameOf(hash: string, extension: string): string {
  let value = 0n;
  for (const digit of hash.slice(0, 40)) value = value * 62n + BigInt(digits.indexOf(digit));
  return `${value.toString(16).padStart(40, '0')}.${extension.slice(0, 10)}`;
}
