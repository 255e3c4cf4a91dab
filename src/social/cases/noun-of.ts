import { t } from '../../kernel/translation/translate.ts';

const nouns = (): Readonly<Record<string, string>> => ({
  post: t('post'),
  article: t('article'),
  thread: t('thread'),
  reply: t('reply'),
  question: t('question'),
  answer: t('answer'),
  comment: t('comment'),
  page: t('page'),
  person: t('person'),
  message: t('message'),
});

/** What a case is about, in a word. */
export const nounOf = ({ kind }: { kind: string }): string => nouns()[kind] ?? kind;
