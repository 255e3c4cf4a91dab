import { t } from '../../kernel/translation/translate.ts';
/** Who may read a post, as people choose it. The first is what a form begins with. */
export const privacies = () =>
  [
    { value: 'public', label: t('Public') },
    { value: 'friends', label: t('Friends') },
    { value: 'me', label: t('Only me') },
  ] as const;
