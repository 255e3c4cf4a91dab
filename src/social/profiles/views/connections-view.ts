import { msg, t } from '../../../kernel/translation/translate.ts';
import { canSeePart } from '../../../identity/account/privacy.ts';
import { linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { PageOfPeople } from '../../people/page-of-people.ts';
import type { Profile } from '../../people/profiles/profile.ts';
import { peopleList } from '../../people/components/people-list.ts';
import { sectionOf, tabHeader, unlisted } from './profile-tabs.ts';

const titles = {
  friends: msg('Friends of {name}'),
  followers: msg('Followers of {name}'),
  following: msg('People {name} follows'),
  mutual: msg('Friends in common with {name}'),
};

/** Lists of a person's friends, followers and followed people. */
export function connectionsView(
  profile: Profile,
  kind: keyof typeof titles,
  people: PageOfPeople,
  { viewer, page }: { viewer: Viewer | undefined; page: number },
): View {
  const { name, username } = profile;
  const label = t(titles[kind], { name });
  const isHidden =
    (kind === 'friends' || kind === 'mutual') && !canSeePart(profile.privacy, 'friends', profile.relation);
  return {
    title: label,
    section: sectionOf(profile),
    head: unlisted,
    body: html`${tabHeader(profile, kind)}
    ${peopleList(people, {
      label,
      isStranger: viewer === undefined,
      empty: emptyState({
        illustration: 'people',
        title: isHidden ? t('Private') : t('No one here yet'),
        text: isHidden ? t('{name} keeps their friends list private.', { name }) : emptyWords(profile, kind),
        ...(profile.relation.isMe && {
          action: linkButton({ label: t('Find people'), href: '/people', icon: 'users' }),
        }),
      }),
      page,
      href: (page) => `/@${username}/${kind}?page=${page}`,
    })}`,
  };
}

function emptyWords({ name, relation }: Profile, kind: keyof typeof titles): string {
  const { isMe } = relation;
  if (kind === 'friends')
    return isMe ? t('You have no friends here yet.') : t('{name} has no friends here yet.', { name });
  if (kind === 'followers')
    return isMe ? t('You have no followers yet.') : t('{name} has no followers yet.', { name });
  if (kind === 'mutual') return t('You and {name} have no friends in common.', { name });
  return isMe ? t('You don’t follow anyone yet.') : t('{name} doesn’t follow anyone yet.', { name });
}
