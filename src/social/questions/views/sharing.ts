import { jsonLd, openGraph } from '../../../web/components/open-graph.ts';
import { html, type Html } from '../../../web/html.ts';
import { plainRich } from '../../text/rendered.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { excerptOf } from '../../posts/texts.ts';
import { personOf } from '../../post-view/components/post-view.ts';
import type { Answer, Question } from '../question.ts';
import type { AnswerPage } from '../answers/get-answers.ts';
import { splitTags } from '../tags.ts';

/** Open Graph and QAPage structured data of a question, with the content visible on the page. */
export function sharing(
  question: Question,
  { items: answers }: Pick<AnswerPage, 'items'>,
  base: string,
): Html {
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
