import type { IconName } from '../../web/components/icon-names.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';

/** What each reaction is called and how it is drawn. */
export const reactionLooks: Readonly<Record<ReactionKind, { label: string; icon: IconName }>> = {
  like: { label: 'Like', icon: 'thumbs-up' },
  love: { label: 'Love', icon: 'heart' },
  haha: { label: 'Haha', icon: 'laugh' },
  yay: { label: 'Yay', icon: 'party-popper' },
  wow: { label: 'Wow', icon: 'sparkles' },
  sad: { label: 'Sad', icon: 'frown' },
  angry: { label: 'Angry', icon: 'angry' },
};
