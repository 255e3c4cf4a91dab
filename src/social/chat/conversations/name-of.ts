import { t } from '../../../kernel/translation/translate.ts';
import type { Member } from './conversation.ts';

export const formerMember = () => t('Former member');
const maxNamed = 4;

/** Returns the display name of a conversation for a member: its title, or the names of the others. */
export function nameOf(
  { is_group, title }: { is_group: boolean; title: string },
  members: readonly Member[],
): string {
  if (title !== '') return title;
  const [first, ...others] = members;
  if (!first) return is_group ? t('Group') : formerMember();
  if (others.length === 0) return first.profile.name;
  const named = members.slice(0, maxNamed).map(({ profile }) => profile.firstName);
  return members.length > maxNamed ? `${named.join(', ')} …` : named.join(', ');
}
