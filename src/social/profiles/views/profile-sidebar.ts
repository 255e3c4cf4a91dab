import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { joinCard } from '../../people/components/join-card.ts';
import { peopleCard } from '../../people/components/people-card.ts';
import type { RelatedPeople } from '../../people/list-related-people.ts';
import type { AboutLine } from '../../people/profiles/about-of.ts';
import type { Profile } from '../../people/profiles/profile.ts';
import { aboutList } from './about-list.ts';

/** Sidebar of a profile: details, followers whom the viewer knows, and followed people. */
export function profileSidebar(
  { name, username, relation }: Profile,
  about: readonly AboutLine[],
  { known, followed }: RelatedPeople,
  viewer: Viewer | undefined,
): Html | undefined {
  if (relation.blocks) return undefined;
  const cards = [
    about.some(({ icon }) => !icon) &&
      html`<div class="wide-about">${card({ title: t('About'), body: aboutList(about) })}</div>`,
    peopleCard(t('Followers you know'), known, `/@${username}/followers`),
    peopleCard(
      relation.isMe ? t('You follow') : t('{name} follows', { name }),
      followed,
      `/@${username}/following`,
    ),
    !viewer && joinCard(),
  ].filter((shown) => shown !== false);
  return cards.length > 0 ? html`${cards}` : undefined;
}
