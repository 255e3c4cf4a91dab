import { t } from '../../kernel/translation/translate.ts';
/** Audiences of a post. The first is the default of forms. */
export const privacies = () =>
  [
    { value: 'public', label: t('Public') },
    { value: 'friends', label: t('Friends') },
    { value: 'me', label: t('Only me') },
  ] as const;
