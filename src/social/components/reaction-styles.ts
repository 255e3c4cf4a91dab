import { t } from '../../kernel/translation/translate.ts';
import type { IconName } from '../../web/components/icon-names.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';

/** The label and icon of each reaction. */
export const reactionStyles = (): Readonly<Record<ReactionKind, { label: string; icon: IconName }>> => ({
  like: { label: t('Like'), icon: 'thumbs-up' },
  love: { label: t('Love'), icon: 'heart' },
  haha: { label: t('Haha'), icon: 'laugh' },
  yay: { label: t('Yay'), icon: 'party-popper' },
  wow: { label: t('Wow'), icon: 'sparkles' },
  sad: { label: t('Sad'), icon: 'frown' },
  angry: { label: t('Angry'), icon: 'angry' },
});
