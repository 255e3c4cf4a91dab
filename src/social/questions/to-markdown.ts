import { pathOf } from '../posts/paths.ts';
import type { Answer, Question } from './question.ts';

/** A question and its answers as Markdown. */
export function questionToMarkdown({ post }: Question, answers: readonly Answer[], base: string): string {
  const parts = [
    `# ${oneLine(post.title)}`,
    `${by(post.author)}, ${post.createdAt.toISOString()} · ${votes(post.score)} · ${base}${pathOf(post)}`,
    post.text,
    `## ${post.replies} ${post.replies === 1 ? 'answer' : 'answers'}`,
    ...answers.flatMap(({ post, isAccepted }) => [
      `### ${isAccepted ? 'Accepted answer' : 'Answer'} by ${by(post.author)}`,
      `${post.createdAt.toISOString()} · ${votes(post.score)} · ${base}${pathOf(post)}`,
      post.text,
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A list of questions under a heading, as Markdown. */
export const questionsToMarkdown = (title: string, questions: readonly Question[], base: string): string =>
  `${[
    `# ${title}`,
    ...questions.map(
      ({ post, solvedAt }) =>
        `- [${oneLine(post.title)}](${base}${pathOf(post)}) (${votes(post.score)}, ${post.replies} answers${solvedAt ? ', solved' : ''})`,
    ),
  ].join('\n\n')}\n`;

const by = ({ name, username }: { name: string; username: string }) => `${oneLine(name)} (@${username})`;
const votes = (n: number) => `${n} ${n === 1 ? 'vote' : 'votes'}`;
const oneLine = (text: string) => text.replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&');
