/** The number of spam and ham texts with a token. */
export interface TokenCount {
  spam: number;
  ham: number;
}

/** The prior of a rare token, and its weight as a number of occurrences. */
const prior = 0.5;
const priorWeight = 0.45;
/** Tokens closer to 0.5 are ignored. */
const minSignificance = 0.1;
const maxTokens = 150;

/** The spam probability of a token, from the texts that contain it. */
function chanceOf({ spam, ham }: TokenCount, texts: TokenCount): number {
  const inSpam = texts.spam === 0 ? 0 : spam / texts.spam;
  const inHam = texts.ham === 0 ? 0 : ham / texts.ham;
  if (inSpam + inHam === 0) return prior;
  const seen = spam + ham;
  return (priorWeight * prior + seen * (inSpam / (inSpam + inHam))) / (priorWeight + seen);
}

/**
 * The spam probability of a text, from 0 to 1. Naive Bayes per token, combined by Fisher's method, so that
 * unclear texts score near 0.5.
 */
export function scoreOf(tokens: readonly TokenCount[], texts: TokenCount): number {
  const chances = tokens
    .map((count) => chanceOf(count, texts))
    .filter((chance) => Math.abs(chance - 0.5) >= minSignificance)
    .sort((a, b) => Math.abs(b - 0.5) - Math.abs(a - 0.5))
    .slice(0, maxTokens);
  if (chances.length === 0) return 0.5;
  let spam = 0;
  let ham = 0;
  for (const chance of chances) {
    spam += Math.log(1 - chance);
    ham += Math.log(chance);
  }
  const spammy = 1 - chiSquared(-2 * spam, chances.length);
  const hammy = 1 - chiSquared(-2 * ham, chances.length);
  return (1 + spammy - hammy) / 2;
}

/**
 * Chi-squared test: the probability that a sum of `2 * pairs` squared normal variables is at least `value`.
 */
function chiSquared(value: number, pairs: number): number {
  const half = value / 2;
  let term = Math.exp(-half);
  let sum = term;
  for (let index = 1; index < pairs; index += 1) {
    term *= half / index;
    sum += term;
  }
  return Math.min(sum, 1);
}
