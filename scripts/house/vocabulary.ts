/** Words that nobody else uses for what they name, with what to write. Of code they are parts of identifiers, as words of camelCase. */
const ofIdentifiers: Readonly<Record<string, string>> = {
  'roads?|gates?|passage|errands?': 'targeting rules, guards, delivery options, request context',
  'dossiers?|wish|grudge|dealt|grown|parted|standsAlone': 'the word of the field',
  'complain|patience|bringHome|leaveBehind|unname|uncount|untell':
    'log, timeout, flush, anonymize, decrement, withdraw',
  forget: 'delete, purge or clear',
  'keep(?!Alive|Paragraphs)(?=[A-Z(]| =)': 'save or store',
  'tell(?=[A-Z(]| =)': 'notify or announce',
  'film|films': 'video',
  'manner|looked_at|lookedAt': 'mode, viewed_at',
};

/** Of comments, documents and the texts of pages. */
const ofSentences: Readonly<Record<string, string>> = {
  '\\bwhoever\\b|\\bwhomever\\b': 'anyone who',
  '\\bstands? (?:here|below|above|before|for)\\b': 'is, appears',
  '\\blies (?:in|below|at)\\b': 'is',
  '\\bcomes? home\\b|\\bbrings? home\\b': 'is flushed',
  '\\btake away\\b|\\btaken away\\b|\\btakes away\\b': 'remove',
  '\\bleave out\\b|\\bleaves out\\b|\\bleft out\\b': 'skip, omit',
  '\\bgoes? on\\b': 'continue',
  'will stand here': 'will appear here',
  '\\bis good for\\b': 'expires after',
  '\\ba mail\\b(?! server)': 'an email',
  '\\bkept back\\b|\\blet through\\b': 'held, approved',
};

interface Found {
  words: string;
  instead: string;
  places: string[];
}

/** Where a word of the old dialect is, in these files by their path. */
export function findOldWords(texts: ReadonlyMap<string, string>): Found[] {
  const find = (pattern: RegExp, isCode: boolean): string[] =>
    [...texts].flatMap(([path, text]) =>
      isCode && !path.endsWith('.ts')
        ? []
        : text
            .split('\n')
            .flatMap((line, i) =>
              pattern.test(isCode ? withoutTexts(line) : line) ? [`${path}:${i + 1}`] : [],
            ),
    );
  return [
    ...Object.entries(ofIdentifiers).map(([words, instead]) => ({
      words,
      instead,
      places: find(new RegExp(`(?<![a-zA-Z])(?:${words})(?![a-z])`), true),
    })),
    ...Object.entries(ofSentences).map(([words, instead]) => ({
      words,
      instead,
      places: find(new RegExp(words, 'i'), false),
    })),
  ];
}

/** A line of code without its texts and comments. */
const withoutTexts = (line: string): string =>
  /^\s*(?:\/\/|\/?\*)/.test(line) ? '' : line.replaceAll(/'[^']*'|`[^`]*`|\/\/.*$/g, '');
