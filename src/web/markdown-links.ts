import type { MarkdownIt } from 'markdown-it';
import { linkAt } from '../kernel/typed-text/find-links.ts';

/** Makes links of the web addresses in Markdown, by the same rules as in every other text. */
export function linkAddresses(reader: MarkdownIt): void {
  // Of the library's own rules, only the one for email addresses remains.
  for (const scheme of ['http:', 'https:', 'ftp:', '//']) reader.linkify.add(scheme);
  reader.inline.ruler.before('linkify', 'address', (state, silent) => {
    const { src, pos, posMax, linkLevel } = state;
    if (linkLevel > 0 || !src.startsWith('://', pos)) return false;
    const [scheme] = /https?$/i.exec(state.pending) ?? [];
    const start = pos - (scheme?.length ?? 0);
    if (scheme === undefined || src.slice(start, pos) !== scheme) return false;
    const link = linkAt(src, start);
    if (!link || link.end > posMax || !state.md.validateLink(link.address)) return false;
    if (!silent) {
      state.pending = state.pending.slice(0, -scheme.length);
      const open = state.push('link_open', 'a', 1);
      open.attrs = [['href', link.address]];
      open.markup = 'linkify';
      open.info = 'auto';
      state.push('text', '', 0).content = state.md.normalizeLinkText(link.text);
      const close = state.push('link_close', 'a', -1);
      close.markup = 'linkify';
      close.info = 'auto';
    }
    state.pos = link.end;
    return true;
  });
}
