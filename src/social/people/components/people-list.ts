import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { personRow, stack } from '../../../web/components/person-row.ts';
import { html, type Html } from '../../../web/html.ts';
import { short } from '../../text/short.ts';
import type { PageOfPeople } from '../page-of-people.ts';
import type { Profile } from '../profiles/profile.ts';
import { relationButtons } from './relation-buttons.ts';

/** A list of people with actions and pagination. */
export function peopleList(
  { items: people, hasMore }: PageOfPeople,
  options: {
    label: string;
    title?: string;
    empty: Html;
    page: number;
    href: (page: number) => string;
    /** Whether the viewer is signed out, which hides the buttons. */
    isStranger?: boolean;
  },
): Html {
  const { label, title, page, href } = options;
  if (people.length === 0 && page === 0) return card({ body: options.empty, ...(title && { title }) });
  return html`${card({ flush: true, ...(title && { title }), body: peopleRows(people, label, options.isStranger) })}
  ${olderNewer({ newer: page > 0 && href(page - 1), older: hasMore && href(page + 1) })}`;
}

export const peopleRows = (people: readonly Profile[], label: string, isStranger = false): Html =>
  stack(
    people.map((profile) =>
      personRow({
        person: profile,
        href: `/@${profile.username}`,
        detail: detailOf(profile),
        ...(!isStranger && { actions: relationButtons(profile) }),
      }),
    ),
    label,
  );

/** A person's biography, or their relationship to the viewer. */
function detailOf({ biography, relation, mutualFriends = 0 }: Profile): string {
  const inCommon =
    mutualFriends > 0 &&
    t('{count, plural, one {# friend in common} other {# friends in common}}', { count: mutualFriends });
  const known = [relation.followsMe && t('Follows you'), inCommon].filter((word) => word !== false);
  return [short(biography, 120), known.join(' · ')].filter((part) => part !== '').join(' · ');
}
