import { t } from '../../../web/translation/translate.ts';
import { may } from '../../../platform/app.ts';
import { badge, card, notice, pageHeader } from '../../../web/components/surfaces.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton, menuLink } from '../../../web/components/navigation/menu.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { jsonLd, openGraph } from '../../../web/components/open-graph.ts';
import { stack } from '../../../web/components/people.ts';
import { buttonForm, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { personOf } from '../../post-view/components.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { excerptOf } from '../../posts/texts.ts';
import { plainRich } from '../../text/rendered.ts';
import { type Answer, pathOfAnswers, pathOfList, type Question, splitTags } from '../question.ts';
import { type AnswerPage, answersOnPage, type AnswerSort } from '../reading.ts';
import { pathOfGroup } from '../../access/group.ts';
import { answerCard, questionPost } from './post-parts.ts';
import { answerForm } from './question-form.ts';
import { questionTitles } from './question-list.ts';

interface ShownQuestion {
  question: Question;
  answers: AnswerPage;
  sort: AnswerSort;
  /** The original question, if visible to the viewer. */
  original: Question | undefined;
  related: readonly Question[];
  translation: Html | false;
}

interface QuestionViewOptions extends CardContext {
  /** Values of a rejected or previewed answer. */
  state?: FormState;
}

/** A question with a page of its answers. */
export function questionView(shown: ShownQuestion, { viewer, base, state = {} }: QuestionViewOptions): View {
  const { question, answers, sort, original, related } = shown;
  const { post } = question;
  const page = answers.page + 1;
  return {
    title: page > 1 ? t('{title} (page {page})', { title: post.title, page }) : post.title,
    description: excerptOf({ ...post, text: splitTags(post.text).text }, 200),
    canonical: `${base}${pathOfAnswers(post, page, 'votes')}`,
    section: 'questions',
    ...(!post.heldAt && { head: sharing(question, answers, base) }),
    ...(related.length > 0 && {
      aside: card({ title: t('Related questions'), body: questionTitles(related) }),
    }),
    body: html`${pageHeader({
        title: post.title,
        above: breadcrumbs([
          post.group
            ? { label: post.group.title, href: pathOfGroup(post.group) }
            : { label: t('Questions'), href: '/questions' },
          ...(question.category
            ? [{ label: question.category.name, href: pathOfList({ category: question.category.id }) }]
            : []),
          { label: t('Question') },
        ]),
        lead: introOf(question),
        actions: acts(shown, viewer),
      })}
      ${post.lockedAt && closedNotice(question, original)}
      ${card({ flush: true, body: questionPost(question, { viewer, base }) })} ${shown.translation}
      <section class="answers" id="answers" aria-label="Answers">
        <h2>${countOf(post.replies)}</h2>
        ${
          post.replies > 1 &&
          tabs(t('Order of answers'), [
            { label: t('Most votes'), href: pathOfAnswers(post, 1, 'votes'), current: sort === 'votes' },
            { label: t('Newest'), href: pathOfAnswers(post, 1, 'newest'), current: sort === 'newest' },
          ])
        }
        ${
          answers.items.length > 0 &&
          card({
            flush: true,
            body: stack(
              answers.items.map((answer) => answerCard(answer, question, { viewer, base })),
              t('Answers'),
            ),
          })
        }
        ${pagination({
          page,
          pages: Math.max(page, Math.ceil(post.replies / answersOnPage)),
          href: (page) => pathOfAnswers(post, page, sort),
        })}
      </section>
      ${answerForm(question, viewer, state)}`,
  };
}

const countOf = (n: number) =>
  n <= 0 ? t('No answers yet') : t('{n, plural, one {# answer} other {# answers}}', { n });

const introOf = ({ post, solvedAt, duplicateOf }: Question): Html =>
  html`${countOf(post.replies)} ${solvedAt && badge(t('Solved'), 'success', 'check')}
  ${post.lockedAt && badge(duplicateOf ? t('Duplicate') : t('Closed'), 'neutral', 'lock')}`;

function acts({ question: { post, isFollowed } }: ShownQuestion, viewer: CardContext['viewer']): Html {
  if (!viewer)
    return html`${linkButton({ label: t('Ask a question'), href: '/questions/new', icon: 'plus' })}`;
  return html`${buttonForm({
    to: `/questions/follow/${post.id}`,
    label: isFollowed ? t('Following') : t('Follow'),
    icon: 'bell',
    fields: { do: isFollowed ? 'unfollow' : 'follow' },
    data: { 'aria-pressed': String(isFollowed) },
  })}
  ${
    may(viewer, 'moderate') &&
    menu({
      label: t('Moderate this question'),
      text: t('Moderate'),
      items: html`${menuLink({
        label: post.lockedAt ? t('Close for another reason') : t('Close'),
        href: `/questions/close/${post.id}`,
        icon: 'lock',
      })}
      ${post.lockedAt && menuButton({ label: t('Reopen'), to: `/questions/reopen/${post.id}`, icon: 'lock-open' })}`,
    })
  }
  ${viewer.id === post.author.id && linkButton({ label: t('Edit'), href: `/questions/edit/${post.id}`, icon: 'pencil' })}`;
}

export const isAt = (question: Question, slug: string): boolean =>
  pathOf(question.post) === `/questions/${question.post.id}/${slug}`;

/** The reason a question is closed, with a link to the original. */
const closedNotice = ({ closedReason }: Question, original: Question | undefined): Html =>
  notice({
    tone: 'neutral',
    body: html`<p>
      ${
        original
          ? html`Duplicate of: <a href="${pathOf(original.post)}">${original.post.title}</a>`
          : t('This question was closed by a moderator.')
      }
      ${closedReason}
    </p>`,
  });

/** Open Graph and QAPage structured data of a question, with the content visible on the page. */
function sharing(question: Question, { items: answers }: Pick<AnswerPage, 'items'>, base: string): Html {
  const { post, tags } = question;
  const url = `${base}${pathOf(post)}`;
  const text = splitTags(post.text).text;
  const shown = answers.filter(({ post }) => !post.heldAt);
  const accepted = shown.find(({ isAccepted }) => isAccepted);
  const suggested = shown.filter(({ isAccepted }) => !isAccepted);
  return html`${openGraph({ type: 'article', site: 'Plaza', title: post.title, description: excerptOf({ ...post, text }, 200), url })}
  ${jsonLd({
    '@type': 'QAPage',
    '@id': url,
    url,
    mainEntity: {
      '@type': 'Question',
      name: post.title,
      text: plainRich(text),
      answerCount: Math.max(post.replies, shown.length),
      upvoteCount: post.score,
      ...datesOf(post),
      author: personOf(post.author, base),
      ...(tags.length > 0 && { keywords: tags.join(', ') }),
      ...(accepted && { acceptedAnswer: answerOf(accepted, base) }),
      ...(suggested.length > 0 && { suggestedAnswer: suggested.map((answer) => answerOf(answer, base)) }),
    },
  })}`;
}

const answerOf = ({ post }: Answer, base: string) => ({
  '@type': 'Answer',
  text: plainRich(post.text),
  url: `${base}${pathOf(post)}`,
  upvoteCount: post.score,
  ...datesOf(post),
  author: personOf(post.author, base),
});

const datesOf = (post: Post) => ({
  datePublished: post.createdAt.toISOString(),
  ...(post.editedAt && { dateModified: post.editedAt.toISOString() }),
});
