import { ofText } from '../../text/prepared.ts';
import { findLinks, withoutLinks } from '../../../kernel/typed-text/find-links.ts';
import { hostsIn } from '../words/hosts.ts';
import { foldText, wordsOf } from '../words/text-rule.ts';

/** Further tokens of a long text add no information. */
const maxTokens = 400;
const longestWord = 24;

/**
 * Tokens of a text for the model: its words, the title's words again with a mark, link hosts, and marks for
 * features of its style. Marks contain a colon, which words never do.
 */
export const spamTokens = ({ title = '', text }: { title?: string | undefined; text: string }): string[] =>
  tokensOf(text, title);

export const tokensOf = ofText('spamTokens', 3, (text, title: string): string[] => {
  const words = wordsOf(foldText(withoutLinks(text))).filter(isIndexable);
  const headed = wordsOf(foldText(title)).filter(isIndexable);
  return [
    ...new Set([
      ...hostsIn(text).map((host) => `host:${host}`),
      ...featuresOf(`${title}\n${text}`),
      ...headed.map((word) => `title:${word}`),
      ...headed,
      ...words,
    ]),
  ].slice(0, maxTokens);
});

const isIndexable = (word: string) => word.length > 1 && word.length <= longestWord;

function featuresOf(text: string): string[] {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const links = findLinks(text).length;
  const features: [string, boolean][] = [
    ['is:shouting', letters >= 20 && capitals > letters / 2],
    ['is:exclaiming', (text.match(/!/g)?.length ?? 0) >= 3],
    ['is:short', letters < 60],
    ['has:money', /[$€£¥]\s?\d|\d\s?[$€£¥%]/.test(text)],
    ['has:telephone', /\+?\d[\d\s().-]{8,}\d/.test(text)],
    ['has:one-link', links === 1],
    ['has:links', links > 1],
    ['has:markup', /<[a-z][^<>]*>/i.test(text)],
  ];
  return features.flatMap(([mark, holds]) => (holds ? [mark] : []));
}
