/** Words to avoid in identifiers, split at camelCase boundaries, with their replacements. */
const identifierWords: Readonly<Record<string, string>> = {
  'roads?|gates?|passage|errands?': 'targeting rules, guards, delivery options, request context',
  'stars?|circles?|around': 'celebrity account, graph, connections',
  'most|least|fewest': 'max, min or limit',
  'courses?|manner|dossiers?|wish|news|closing|house':
    'trend, mode, review, request, notification, deletion, reserved names',
  'grudge|dealt|grown|parted|admits?|tails?': 'the word of the field',
  'complain|patience|uncount|unname|untell': 'logError, timeout, decrementCounts, anonymize, withdraw',
  'forget|forgets|forgotten': 'delete, purge or clear',
  'keeps?|kept|keeping': 'save or store',
  'tells?|told|telling': 'notify or announce',
  'brings?|brought': 'load or fetch',
  'films?': 'video',
  'looks?|looked': 'find, check, style or view',
  'marks?': 'badge, token or brand',
};

/** Identifiers that contain one of these words legitimately. */
const exceptions: Readonly<Record<string, string>> = {
  star: 'a channel is starred, and ratings have stars',
  stars: 'ratings have stars',
  circle: 'a shape that is drawn',
  forceCloseConnections: 'a name of Fastify',
  isClosing: 'a server that stops, a sign that ends a run',
  keepAlive: 'a name of HTTP',
  keepAliveTimeout: 'a name of HTTP',
  keepAliveMaxTimeout: 'a name of undici',
  keepAliveInitialDelayMillis: 'a name of pg',
  keepalive: 'a name of fetch',
  keepParagraphs: 'the input of a tool, named on the wire',
  keptLogo: 'a field of a form, stored by open pages',
  looksLike: 'says what it does',
  looksRandom: 'says what it does',
  markRead: 'notifications are marked as read everywhere',
  markSeen: 'messages are marked as seen everywhere',
  markForumsRead: 'forums are marked as read everywhere',
  markPageRead: 'pages are marked as read everywhere',
  markPaid: 'payouts are marked as paid',
  markSecretShown: 'a secret is marked as shown',
  refuseCheckMarks: 'a check mark is a character',
  listMark: 'the mark of Unicode that says which encoding follows',
  wordMark: 'a wordmark is a logo made of letters',
  most: 'a column of plans',
  mostDetailed: 'a superlative',
  isAtLeast: 'a comparison',
  areAtMost: 'a comparison',
  atLeastNothing: 'a comparison',
  return503OnClosing: 'a name of Fastify',
  courses: 'a category of content',
  marks: 'diacritics, and characters of scripts',
  around: 'what Markdown puts on both sides of a selection',
  isTemplateMiddleOrTemplateTail: 'a name of TypeScript',
  mark: 'a file that marks a test as finished',
  tail: 'the end of a file',
};

/** Words to avoid in comments, documentation and page texts. */
const proseWords: Readonly<Record<string, string>> = {
  '\\bwhoever\\b|\\bwhomever\\b': 'anyone who',
  '\\bstands? (?:here|below|above|before|for|in (?!the stairwell)|on|at|there|beside|behind)\\b':
    'is, appears',
  '\\blies (?:in|below|at|ahead|within)\\b|\\bit lies\\b': 'is',
  '\\bcomes? home\\b|\\bbrings? home\\b': 'is flushed',
  '\\btake away\\b|\\btaken away\\b|\\btakes away\\b': 'remove',
  '\\bleave out\\b|\\bleaves out\\b|\\bleft out\\b': 'skip, omit',
  '\\bgoes? on\\b': 'continue',
  'will stand here': 'will appear here',
  '\\bis good for\\b': 'expires after',
  '\\ba mail\\b(?! server)': 'an email',
  '\\bkept back\\b|\\blet through\\b': 'held, approved',
  '\\bit is told\\b|\\b(?:is|are) told (?:of|in|no|behind|once|as)\\b': 'is notified, appears',
  '\\bwhat is [^.,;?]{1,50}, is\\b': 'the subject first',
  '\\bis made of\\b': 'consists of',
};

interface Found {
  words: string;
  instead: string;
  places: string[];
}

/** Finds words to avoid in the files, keyed by path. */
export function findOldWords(texts: ReadonlyMap<string, string>): Found[] {
  const find = (path: string, isOld: (line: string) => boolean): string[] =>
    (texts.get(path) ?? '').split('\n').flatMap((line, i) => (isOld(line) ? [`${path}:${i + 1}`] : []));
  const paths = [...texts.keys()];
  const sources = paths.filter((path) => path.endsWith('.ts'));
  return [
    ...Object.entries(identifierWords).map(([words, instead]) => ({
      words,
      instead,
      places: sources.flatMap((path) =>
        find(path, (line) => hasIdentifier(line, new RegExp(`^(?:${words})$`))),
      ),
    })),
    ...Object.entries(proseWords).map(([words, instead]) => ({
      words,
      instead,
      places: paths.flatMap((path) => find(path, (line) => new RegExp(words, 'i').test(line))),
    })),
  ];
}

/** Whether a line of code declares an identifier that contains this word. */
const hasIdentifier = (line: string, word: RegExp): boolean =>
  [
    ...withoutTexts(line).matchAll(/\b(?:const|let|function|interface|type|class)\s+(\w+)|(\w+)(?=\??: )/g),
  ].some(([, declared, named]) => isOldName(declared ?? named ?? '', word));

const isOldName = (name: string, word: RegExp): boolean =>
  exceptions[name] === undefined &&
  !name.includes('_') &&
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .some((part) => word.test(part));

/** Removes strings and comments from a line of code. */
const withoutTexts = (line: string): string =>
  /^\s*(?:\/\/|\/?\*)/.test(line) ? '' : line.replaceAll(/'[^']*'|`[^`]*`|\/\/.*$/g, '');
