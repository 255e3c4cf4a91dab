import { t } from '../../../web/translation/translate.ts';
import { notice } from '../../../web/components/surfaces.ts';
import { html, type Html } from '../../../web/html.ts';
import { personOf } from '../../post-view/components.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { excerptOf } from '../../posts/texts.ts';
import { plainRich } from '../../text/rendered.ts';
import type { ThreadPage } from '../threads/get-thread.ts';

type Solution = NonNullable<ThreadPage['solution']>;

const longestExcerpt = 500;

/** The solution below the first post, with a link to the reply. */
export const solutionBox = ({ post, place }: Solution): Html =>
  html`<section class="solution-box" aria-label="${t('Solution')}">
    ${notice({
      tone: 'success',
      title: t('Solved by {name} in #{place}', { name: post.author.name, place: String(place) }),
      body: html`<p dir="auto">${excerptOf(post, longestExcerpt)}</p>
        <p><a class="link" href="${pathOf(post)}">${t('Go to solution')}</a></p>`,
    })}
  </section>`;

/** Structured data of a thread with a solution: a question with its answers, as search engines show them. */
export function questionMarkup({ post, replies }: ThreadPage, { post: solution }: Solution, base: string) {
  const url = `${base}${pathOf(post)}`;
  const others = replies.filter(({ post }) => !post.heldAt && post.id !== solution.id);
  return {
    '@type': 'QAPage',
    '@id': url,
    url,
    mainEntity: {
      '@type': 'Question',
      name: post.title,
      text: plainRich(post.text),
      answerCount: post.replies,
      ...factsOf(post, base),
      acceptedAnswer: answerOf(solution, base),
      ...(others.length > 0 && { suggestedAnswer: others.map(({ post }) => answerOf(post, base)) }),
    },
  };
}

const answerOf = (post: Post, base: string) => ({
  '@type': 'Answer',
  text: plainRich(post.text),
  url: `${base}${pathOf(post)}`,
  ...factsOf(post, base),
});

const factsOf = (post: Post, base: string) => ({
  upvoteCount: Object.values(post.reactions).reduce((sum, n) => sum + n, 0),
  datePublished: post.createdAt.toISOString(),
  ...(post.editedAt && { dateModified: post.editedAt.toISOString() }),
  author: personOf(post.author, base),
});
