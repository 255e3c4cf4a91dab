import type { PostRecord } from './records/post-record.ts';

const oneLine = (text: string) =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`);

/** Metadata below a heading, followed by the text. */
const bodyOf = (post: PostRecord): string[] => [
  `By ${oneLine(post.author.name)} (${post.author.url}), ${post.created_at} · ${post.url}`,
  ...(post.content_warning === '' ? [] : [`Content warning: ${oneLine(post.content_warning)}`]),
  post.text,
  ...post.media.map(({ type, url, alt }) =>
    type === 'image' ? `![${oneLine(alt)}](${url})` : `[${oneLine(alt) || type}](${url})`,
  ),
  `${post.counts.reactions} reactions, ${post.counts.comments} comments, ${post.counts.replies} replies · ${post.license}`,
];

const headingOf = ({ title, type, author }: PostRecord) =>
  oneLine(title) || `${type} by ${oneLine(author.name)}`;

/** Converts a post to Markdown, followed by its replies or answers. */
export const postToMarkdown = (post: PostRecord, below: readonly PostRecord[] = []): string =>
  `${[
    `# ${headingOf(post)}`,
    ...bodyOf(post),
    ...below.flatMap((each) => [`## ${headingOf(each)}`, ...bodyOf(each)]),
  ].join('\n\n')}\n`;

export const listToMarkdown = (title: string, posts: readonly PostRecord[]): string =>
  `${[`# ${title}`, ...posts.flatMap((each) => [`## ${headingOf(each)}`, ...bodyOf(each)])].join('\n\n')}\n`;

/** Returns a list of links with descriptions. */
export const linksToMarkdown = (
  title: string,
  links: readonly { name: string; url: string; about?: string }[],
): string =>
  `# ${oneLine(title)}\n\n${links
    .map(
      ({ name, url, about = '' }) =>
        `- [${oneLine(name)}](${url})${about === '' ? '' : `: ${oneLine(about)}`}`,
    )
    .join('\n')}\n`;
