import { t } from '../../kernel/translation/translate.ts';
/** What an author reads about a post that moderation holds. */
export const waits = () => ({ kind: 'info', text: t('Your post is waiting for review') }) as const;
