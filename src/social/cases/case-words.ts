import { t } from '../../kernel/translation/translate.ts';
import type { Decision } from '../moderation/case.ts';

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

/** A noun for the case's subject. */
export const nounOf = ({ kind }: { kind: string }): string => nouns()[kind] ?? kind;

/** The decision as a phrase that follows the moderator's name. */
export const outcomeOf = (decision: Decision): string =>
  ({
    approve: t('approved'),
    hide: t('hidden'),
    remove: t('removed'),
    warn: t('author warned'),
    suspend: t('author suspended'),
  })[decision];
