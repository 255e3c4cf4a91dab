import { toMarkdownLine } from '../../kernel/text.ts';
import type { PaidPost } from './records/post-record.ts';

/** Metadata below a heading, followed by the text. */
const bodyOf = (post: PaidPost): string[] => [
  `By ${toMarkdownLine(post.author.name)} (${post.author.url}), ${post.created_at} · ${post.url}`,
  ...(post.content_warning === '' ? [] : [`Content warning: ${toMarkdownLine(post.content_warning)}`]),
  post.text,
  ...post.media.map(({ type, url, alt }) =>
    type === 'image' ? `![${toMarkdownLine(alt)}](${url})` : `[${toMarkdownLine(alt) || type}](${url})`,
  ),
  `${post.counts.reactions} reactions, ${post.counts.comments} comments, ${post.counts.replies} replies · ${post.license}`,
];

const headingOf = ({ title, type, author }: PaidPost) =>
  toMarkdownLine(title) || `${type} by ${toMarkdownLine(author.name)}`;

/** Converts a post to Markdown, followed by its replies or answers. */
export const paidPostToMarkdown = (post: PaidPost, below: readonly PaidPost[] = []): string =>
  `${[
    `# ${headingOf(post)}`,
    ...bodyOf(post),
    ...below.flatMap((each) => [`## ${headingOf(each)}`, ...bodyOf(each)]),
  ].join('\n\n')}\n`;

export const listToMarkdown = (title: string, posts: readonly PaidPost[]): string =>
  `${[`# ${title}`, ...posts.flatMap((each) => [`## ${headingOf(each)}`, ...bodyOf(each)])].join('\n\n')}\n`;

/** Returns a list of links with descriptions. */
export const linksToMarkdown = (
  title: string,
  links: readonly { name: string; url: string; about?: string }[],
): string =>
  `# ${toMarkdownLine(title)}\n\n${links
    .map(
      ({ name, url, about = '' }) =>
        `- [${toMarkdownLine(name)}](${url})${about === '' ? '' : `: ${toMarkdownLine(about)}`}`,
    )
    .join('\n')}\n`;
