import { t } from '../../../kernel/translation/translate.ts';
import type { Post } from '../post.ts';

/** What search engines want to know of content that is sold: that it is, and where on the page it would be. */
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
