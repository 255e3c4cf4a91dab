import { t } from '../../kernel/translation/translate.ts';
/** The message to an author whose post is held for review. */
export const heldForReview = () => ({ kind: 'info', text: t('Your post is waiting for review') }) as const;
