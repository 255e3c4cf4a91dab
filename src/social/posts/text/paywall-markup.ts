import { t } from '../../../kernel/translation/translate.ts';
import type { Post } from '../post.ts';

/** Structured data that marks paid content and its element for search engines. */
export const paywallMarkup = ({ paywall }: Pick<Post, 'paywall'>) =>
  paywall
    ? {
        isAccessibleForFree: false,
        hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
      }
    : {};

/** The label of a post whose content is locked. */
export const lockedLabel = ({ paywall }: Pick<Post, 'paywall'>): string =>
  paywall && !paywall.isOpen ? (paywall.isForMembers ? t('A paid post') : t('A paid post')) : '';
