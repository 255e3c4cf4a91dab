import { t } from '../../../kernel/translation/translate.ts';
import type { Post } from '../post.ts';

/** Structured data of paid content for search engines: that it is paid, and its place on the page. */
export const paywallMarkup = ({ paywall }: Pick<Post, 'paywall'>) =>
  paywall
    ? {
        isAccessibleForFree: false,
        hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
      }
    : {};

/** The placeholder for a post of which nothing is shown. */
export const soldLabel = ({ paywall }: Pick<Post, 'paywall'>): string =>
  paywall && !paywall.isOpen ? (paywall.isForMembers ? t('A post for subscribers') : t('A paid post')) : '';
