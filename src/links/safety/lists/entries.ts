import { formatNumber } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { isIP } from 'node:net';
import { invalid } from '../../../kernel/problem.ts';
import { longestHost, normalize } from '../../../kernel/text.ts';
import type { ListEntry } from '../assessment/rule.ts';

const maxAtOnce = 50_000;

/** Parses pasted entries, one per line, in normal form without duplicates. */
export function parseEntries(text: string, list: ListEntry['list']): string[] {
  const lines = text
    .split(/[\n,;]/)
    .map((line) => (line.split('#', 1)[0] ?? '').trim())
    .filter(Boolean);
  if (lines.length === 0) throw invalid('values', t('Enter at least one, one per line'));
  if (lines.length > maxAtOnce)
    throw invalid(
      'values',
      t('At most {maxAtOnce} can be added at once', { maxAtOnce: formatNumber(maxAtOnce) }),
    );
  return [...new Set(lines.map((line) => read[list](line)))];
}

const read: Readonly<Record<ListEntry['list'], (line: string) => string>> = {
  domain: parseDomain,
  trusted: parseDomain,
  keyword: (line) => {
    const word = normalize(line, 'NFKC').toLowerCase();
    if (word.length < 3 || word.length > 100)
      throw invalid('values', t('“{word}” must have 3 to 100 characters', { word: word.slice(0, 40) }));
    return word;
  },
  brand: (line) => {
    const name = line.toLowerCase();
    if (!/^[\p{L}\p{N}-]{3,60}$/u.test(name))
      throw invalid(
        'values',
        t('“{line}” is not part of a domain name, such as example', { line: line.slice(0, 40) }),
      );
    return name;
  },
};

/** Also accepts hosts files, full URLs and wildcard names, because published lists use these formats. */
function parseDomain(line: string): string {
  const named = line
    .replace(/^(0\.0\.0\.0|127\.0\.0\.1|\|\|)\s*/, '')
    .replace(/^\*\./, '')
    .replace(/\^$/, '');
  const url = URL.parse(/^https?:\/\//i.test(named) ? named : `http://${named}`);
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '') ?? '';
  const isDomain = isIP(host) !== 0 || /^[^.\s%]+(\.[^.\s%]+)+$/.test(host);
  if (!isDomain || host.length > longestHost)
    throw invalid('values', t('“{line}” is not a domain', { line: line.slice(0, 60) }));
  return host;
}
