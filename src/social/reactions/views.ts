import { t } from '../../web/translation/translate.ts';
import { linkButton, icon } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader } from '../../web/components/surfaces.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { personRow, stack } from '../../web/components/people.ts';
import { html, type View } from '../../web/html.ts';
import type { Comment } from '../comments/comment.ts';
import { picker, reactionStyles } from '../components/reactions.ts';
import { relationButtons } from '../people/components.ts';
import { type ReactionKind, reactionKinds } from '../tallies/reaction-kinds.ts';
import { short } from '../text/plain.ts';
import type { PageOfReactors, ReactionSubject } from './reactions.ts';

/** People who reacted to a post or comment. */
export function reactorsView(
  { items: reactors, hasMore, counts }: PageOfReactors,
  { subject, id }: ReactionSubject,
  {
    kind,
    page,
    back,
    isStranger,
  }: {
    kind: ReactionKind | undefined;
    page: number;
    back: string;
    isStranger: boolean;
  },
): View {
  const here = `/${subject}s/${id}/reactions`;
  const href = (kind: ReactionKind | undefined, page: number) =>
    `${here}?${kind ? `kind=${kind}&` : ''}page=${page}`;
  const total = reactionKinds.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  const shownKinds = reactionKinds.filter((each) => each in counts || each === kind);
  return {
    title: t('Reactions'),
    section: 'home',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({
      title: t('Reactions'),
      lead: html`<a class="link" href="${back}">Back to the ${subject}</a>`,
    })}
    ${tabs(t('Reactions'), [
      { label: t('All'), href: here, current: kind === undefined, count: total },
      ...shownKinds.map((each) => ({
        label: reactionStyles()[each].label,
        href: `${here}?kind=${each}`,
        current: each === kind,
        count: counts[each] ?? 0,
      })),
    ])}
    ${card({
      flush: reactors.length > 0,
      body:
        reactors.length > 0
          ? stack(
              reactors.map((each) => reactorRow(each, isStranger)),
              t('People who reacted'),
            )
          : emptyState({
              illustration: 'quiet',
              title: page > 0 ? t('No other reactions') : t('No one yet'),
              text: t('Reactions will appear here.'),
            }),
    })}
    ${olderNewer({ newer: page > 0 && href(kind, page - 1), older: hasMore && href(kind, page + 1) })}`,
  };
}

function reactorRow({ person, kind }: PageOfReactors['items'][number], isStranger: boolean) {
  const { label, icon: drawing } = reactionStyles()[kind];
  return personRow({
    person,
    href: `/@${person.username}`,
    detail: html`<span class="reactor" data-reaction="${kind}">${icon(drawing)} ${label}</span>`,
    ...(!isStranger && { actions: relationButtons(person) }),
  });
}

/** The reaction picker for a post or comment as a page, for readers without scripts. */
export function pickerView(
  { subject, id }: ReactionSubject,
  { author, text, mine }: Pick<Comment, 'text' | 'mine'> & { author: { name: string } },
  back: string,
): View {
  const title = subject === 'post' ? t('React to a post') : t('React to a comment');
  return {
    title,
    section: 'home',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({ title, lead: `${author.name}: ${short(text, 120)}` })}
    ${card({
      body: picker(`/${subject}s/${id}/react`, mine),
      footer: linkButton({ label: t('Back'), href: back, small: true }),
    })}`,
  };
}
