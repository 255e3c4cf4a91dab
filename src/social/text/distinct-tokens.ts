import { ofText } from './prepared.ts';
import type { Token } from '../../kernel/typed-text/tokens.ts';
import { tokensIn } from './tokens-in.ts';

/** Tokens of one kind beyond this number are left out. What is stored is limited to fewer. */
const most = 2000;

/** The distinct links, hashtags and mentions of a text, in order. Parsed once for all who ask. */
export const distinctTokens = ofText('distinctTokens', 2, (text, kind: string): Token[] => {
  const found = new Map<string, Token>();
  const counts = { link: 0, hashtag: 0, mention: 0 };
  for (const token of tokensIn(text, kind)) {
    if (token.kind === 'text' || (counts[token.kind] += 1) > most) continue;
    const name =
      token.kind === 'link' ? token.address : token.kind === 'hashtag' ? token.tag : token.username;
    const key = `${token.kind} ${name}`;
    if (found.has(key)) counts[token.kind] -= 1;
    else found.set(key, token);
  }
  return [...found.values()];
});
